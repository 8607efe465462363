/** The small pages of local mode. Plain HTML without script: they must work before anything is built. */
export const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

export const page = (title: string, body: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)} · Sigill local mode</title>
<link rel="stylesheet" href="/_local/local.css"></head><body><header><a href="/_local/">Sigill · local mode</a><nav><a href="/_local/mailbox">Mailbox</a> <a href="/_local/clock">Clock</a> <a href="/">Site</a></nav></header><main><h1>${escaped(title)}</h1>${body}</main></body></html>`;

export const stylesheet = `:root{color-scheme:light dark;--paper:#fbfaf6;--ink:#15191c;--muted:#5b646b;--line:#e4e1d8;--accent:#0b5d4e}
@media(prefers-color-scheme:dark){:root{--paper:#0e1214;--ink:#e8ecea;--muted:#9aa5a8;--line:#263035;--accent:#4cc7a6}}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.6 system-ui,sans-serif}header{display:flex;flex-wrap:wrap;gap:8px 24px;justify-content:space-between;padding:16px 24px;border-bottom:1px solid var(--line)}
a{color:var(--accent)}nav a{margin-left:16px}main{max-width:760px;margin:0 auto;padding:24px}h1{font:500 28px/1.2 Georgia,serif}
article{border-top:1px solid var(--line);padding:16px 0}article h2{font-size:17px;margin:0}article p{color:var(--muted);margin:0 0 8px}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:14px/1.6 ui-monospace,monospace;margin:0}code{font-family:ui-monospace,monospace}
form p{margin:16px 0}label{display:block}input[type=email]{box-sizing:border-box;width:100%;max-width:24em;padding:10px 12px;font:inherit;color:inherit;background:transparent;border:1px solid var(--muted);border-radius:4px}
button{padding:10px 20px;font:inherit;color:var(--paper);background:var(--accent);border:1px solid var(--accent);border-radius:4px;cursor:pointer}button[value=cancel]{color:var(--ink);background:transparent;border-color:var(--muted)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}`;

export const startPage = (now: Date) =>
  page(
    'Local mode',
    `<p>Everything outside the service is played here, on this machine, without a network.</p>
<ul><li><a href="/_local/mailbox">Mailbox</a>: every mail that was sent. As JSON: <code>GET /_local/mailbox.json?to=ada@example.com</code></li>
<li>Clock: the server's time is <time>${now.toISOString()}</time>. Move it: <code>POST /_local/clock {"advance":"P30D"}</code></li>
<li>Callback receiver: use <code>/_local/callbacks/{name}</code> as callback_url and read <code>GET /_local/callbacks/{name}.json</code></li>
<li>Google and Microsoft: the sign-in buttons of the site lead to a stand-in here that signs in whom you type</li>
<li><a href="/specimens.json">Specimens</a>: documents for the reader page and for <code>npm run reader</code></li></ul>`,
  );

interface Mail {
  recipient: string;
  subject: string;
  text: string;
  created: string;
}

export const mailboxPage = (mails: Mail[], to: string | undefined) =>
  page(
    to ? `Mail to ${to}` : 'Mailbox',
    mails.length === 0
      ? '<p>No mail yet. Mails appear here the moment they are sent.</p>'
      : mails
          .map(
            (mail) =>
              `<article><h2>${escaped(mail.subject)}</h2><p>To <a href="/_local/mailbox?to=${encodeURIComponent(mail.recipient)}">${escaped(mail.recipient)}</a> · <time>${escaped(mail.created)}</time></p><pre>${linked(escaped(mail.text))}</pre></article>`,
          )
          .join(''),
  );

const linked = (text: string) =>
  text.replace(/https?:\/\/[^\s<&]+(?:&#38;[^\s<&]+)*/g, (url) => `<a href="${url}">${url}</a>`);
