/** The HTML frame for what the provider shows inside an application's page, with its script and style. */
import type { Response } from 'express';

const POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; frame-ancestors 'self'";

interface HostedPage {
  title: string;
  /** Starts with the body tag. */
  body: string;
  /** What the page may do besides loading its script and style: further directives for the Content-Security-Policy. */
  policy: string;
  script?: string;
}

export function sendHostedPage(res: Response, { title, body, policy, script }: HostedPage): void {
  res
    .set({ 'Content-Security-Policy': `${POLICY}; ${policy}`, 'Cache-Control': 'no-store' })
    .type('html')
    .send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>
<link rel="stylesheet" href="/_local/stripe/hosted.css">${script ? `<script type="module" src="/_local/stripe/${script}"></script>` : ''}</head>
${body}</body></html>`,
    );
}
