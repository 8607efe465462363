/** The small pages of local mode. Plain HTML without scripts, because they must work before anything is built. */
import { colourVariables } from '../../openapi/facts/colours.ts';
import { escapeHtml } from '../core/escape-html.ts';
import type { PageLayout } from '../stand-ins/host.ts';
import type { listMails } from './local.repository.ts';

export const page: PageLayout = (title, body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(title)} · Sigill local mode</title>
<link rel="icon" href="/favicon.svg"><link rel="stylesheet" href="/_local/local.css"></head><body><header><a href="/_local/"><b>Sigill</b> local mode</a><nav><a href="/_local/mailbox">Mailbox</a> <a href="/">Site</a></nav></header><main><h1>${escapeHtml(title)}</h1>${body}</main></body></html>`;

export const stylesheet = `:root{color-scheme:light dark;${colourVariables}}
*{box-sizing:border-box}body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
header{display:flex;flex-wrap:wrap;gap:4px 24px;align-items:center;justify-content:space-between;padding:16px 24px;border-bottom:1px solid var(--hairline)}
header>a{color:var(--muted);text-decoration:none}header b{margin-right:4px;color:var(--ink);font:22px/1.2 Georgia,serif}nav{display:flex;gap:20px}a{color:var(--accent);text-underline-offset:.2em}
main{max-width:800px;margin:0 auto;padding:48px 24px 64px}h1{margin:0 0 16px;font:clamp(25px,5vw,32px)/1.25 Georgia,serif;letter-spacing:-.01em}h1+p{margin:0 0 32px;color:var(--muted)}
h2{margin:0;font-size:17px;line-height:1.5}code,pre{font:14px/1.6 ui-monospace,Menlo,monospace}
dl{margin:0;border-top:1px solid var(--hairline)}dl>div{display:grid;gap:0 24px;padding:14px 0;border-bottom:1px solid var(--hairline)}dd{margin:0}dd p{margin:4px 0 0;color:var(--muted)}
@media(min-width:640px){dl>div{grid-template-columns:13em 1fr}}
article{padding:20px 0;border-top:1px solid var(--hairline)}article>p{margin:0 0 12px;color:var(--muted);font-size:15px}pre{margin:0;padding:16px;white-space:pre-wrap;background:var(--raised);border:1px solid var(--hairline);border-radius:6px}
form p{margin:20px 0}label{display:block;margin-bottom:4px;font-weight:600}label:has([type=checkbox]){display:flex;gap:10px;align-items:center;font-weight:400}
input[type=email]{width:100%;max-width:30rem;min-height:48px;padding:8px 12px;font:inherit;color:inherit;background:var(--raised);border:1px solid var(--edge);border-radius:6px}input[type=checkbox]{width:20px;height:20px;margin:0;accent-color:var(--accent)}
.row{display:flex;flex-wrap:wrap;gap:12px}dd .row{margin-top:8px;gap:8px}
button{min-height:48px;padding:8px 20px;font:600 16px/1.4 system-ui,sans-serif;color:var(--on-accent);background:var(--accent);border:1px solid var(--accent);border-radius:6px;cursor:pointer}
button[value=cancel],dd button{color:var(--ink);background:transparent;border-color:var(--edge)}dd button{min-height:36px;padding:4px 12px;font-size:15px}button[value=cancel]:hover,dd button:hover{border-color:var(--ink)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

const entry = (name: string, body: string) => `<div><dt>${name}</dt><dd>${body}</dd></div>`;

/** The steps by which the start page's buttons move the clock. */
const MOVES = { PT1H: '1 hour', P1D: '1 day', P30D: '30 days' };

export const startPage = ({ now, cards, problem }: { now: Date; cards: boolean; problem?: string | undefined }) =>
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
