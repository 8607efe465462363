/** The small pages of local mode. Plain HTML without scripts, because they must work before anything is built. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { colourVariables } from '../../openapi/facts/colours.ts';
import { escapeHtml } from '../core/escape-html.ts';
import type { PageLayout } from '../stand-ins/host.ts';
import type { listMails } from './local.repository.ts';

export const page: PageLayout = (title, body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Sigill local mode</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/_local/local.css"></head><body><header><a href="/_local/"><b>Sigill</b> local mode</a><nav><a href="/_local/mailbox">Mailbox</a> <a href="/">Site</a></nav></header><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

export const stylesheet = `:root{color-scheme:light dark;${colourVariables}}
${readFileSync(join(import.meta.dirname, 'local.css'), 'utf8')}`;

const entry = (name: string, body: string) => `<div><dt>${name}</dt><dd>${body}</dd></div>`;

const MOVES = { PT1H: '1 hour', P1D: '1 day', P30D: '30 days' };

interface StartPage {
  now: Date;
  cards: boolean;
  faces: boolean;
  problem?: string | undefined;
}

export const startPage = ({ now, cards, faces, problem }: StartPage) =>
  page(
    'Local mode',
    `<p>Stand-ins for all external services run here, on this machine, without a network.</p>
<dl>${[
      entry(
        '<a href="/_local/mailbox">Mailbox</a>',
        'Every email that was sent.<p><code>GET /_local/mailbox.json?to=ada@example.com</code></p>',
      ),
      entry(
        'Clock',
        `The server’s time is <time>${now.toISOString()}</time>.${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}<form method="post" action="/_local/clock"><div class="row">${Object.entries(
          MOVES,
        )
          .map(([duration, name]) => `<button name="advance" value="${duration}">+ ${name}</button>`)
          .join('')}</div></form><p><code>POST /_local/clock {"advance":"P30D"}</code></p>`,
      ),
      cards ? entry('<a href="/_local/stripe/">Card provider</a>', 'Its test cards, and what each one does.') : '',
      faces
        ? entry(
            '<a href="/_local/face/">Face provider</a>',
            'A stand-in that answers as you choose: a face that matches or not, is live or not, or no answer.',
          )
        : '',
      entry(
        'Sign-in providers',
        '<a href="/google">Google</a> and <a href="/microsoft">Microsoft</a> are stand-ins: they sign in any person you name.',
      ),
      entry(
        'Callback receiver',
        'Use <code>/_local/callbacks/{name}</code> as a <code>callback_url</code> to receive callbacks.<p><code>GET /_local/callbacks/{name}.json</code></p>',
      ),
      entry(
        '<a href="/specimens.json">Specimens</a>',
        'Documents for the <a href="/demo">demo</a> and for <code>npm run reader</code>.',
      ),
    ].join('')}</dl>`,
  );

export const mailboxPage = (mails: Awaited<ReturnType<typeof listMails>>, to: string | undefined) =>
  page(
    to ? `Emails to ${to}` : 'Mailbox',
    mails.length === 0
      ? '<p>No emails yet. They appear here as soon as they are sent.</p>'
      : mails
          .map(
            (mail) =>
              `<article><h2>${escapeHtml(mail.subject)}</h2><p>To <a href="/_local/mailbox?to=${encodeURIComponent(mail.recipient)}">${escapeHtml(mail.recipient)}</a> · <time datetime="${escapeHtml(mail.created)}">${escapeHtml(utcText(mail.created))}</time> · <a href="/_local/mailbox/${mail.id}">As an email client shows it</a></p><pre>${linked(escapeHtml(mail.text))}</pre></article>`,
          )
          .join(''),
  );

const utcText = (moment: string) => `${moment.slice(0, 16).replace('T', ' ')} UTC`;

const linked = (text: string) =>
  text.replace(/https?:\/\/[^\s<&]+(?:&#38;[^\s<&]+)*/g, (url) => `<a href="${url}">${url}</a>`);
