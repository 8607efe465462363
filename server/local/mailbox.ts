/** Shows every mail that was sent: as a page, as JSON for tests, and each as a mail program would show it. */
import express, { type Router } from 'express';
import type { Db } from '../database/database.ts';
import { mailboxPage } from './pages.ts';

const MAILS_SHOWN = 200;

export function createMailbox(db: Db): Router {
  const router = express.Router();

  router.get('/mailbox', async (req, res) => {
    const to = textOf(req.query['to']);
    res.type('html').send(mailboxPage(await listMails(db, to), to));
  });

  router.get('/mailbox.json', async (req, res) => {
    const mails = await listMails(db, textOf(req.query['to']));
    res.json({ mails: mails.map(({ recipient, ...mail }) => ({ ...mail, to: recipient })) });
  });

  router.get('/mailbox/:id', async (req, res, next) => {
    const mail = await findMail(db, Number(req.params.id));
    if (!mail) return next();
    // Mails style each of their elements in place. Mail programs load nothing else, and neither does this page.
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'");
    res.type('html').send(mail.html);
  });

  return router;
}

function listMails(db: Db, to: string | undefined) {
  const newest = db
    .selectFrom('mails')
    .select(['id', 'recipient', 'subject', 'text', 'html', 'created'])
    .where('state', '=', 'KEPT')
    .orderBy('created', 'desc')
    .limit(MAILS_SHOWN);
  return (to ? newest.where('recipient', '=', to) : newest).execute();
}

async function findMail(db: Db, id: number) {
  if (!Number.isSafeInteger(id)) return undefined;
  return db.selectFrom('mails').select('html').where('state', '=', 'KEPT').where('id', '=', id).executeTakeFirst();
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
