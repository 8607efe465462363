/** Shows every email that was sent: as a page, as JSON for tests, and individually as an email client would show it. */
import express, { type Router } from 'express';
import type { Db } from '../database/database.ts';
import { findMail, listMails } from './local.repository.ts';
import { mailboxPage } from './pages.ts';

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
    const id = Number(req.params.id);
    const mail = Number.isSafeInteger(id) && (await findMail(db, id));
    if (!mail) return next();
    // Emails use inline styles. Like an email client, this page loads nothing else.
    res.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'");
    res.type('html').send(mail.html);
  });

  return router;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value ? value : undefined);
