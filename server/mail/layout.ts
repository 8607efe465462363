/** The layout of every email: one column on paper, light and dark. Styles are inline, because email clients support little CSS. */
import { colours } from '../../openapi/facts/colours.ts';
import { escapeHtml } from '../core/escape-html.ts';
import type { PersonLocale } from '../generated/operations.gen.ts';

export type Block =
  | string
  | { code: string }
  | { facts: Record<string, string> }
  | { link: string; label: string; lookup?: boolean };

interface Letter {
  locale: PersonLocale;
  product: string;
  subject: string;
  body: Block[];
}

const SANS = "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const SERIF = "Georgia,'Times New Roman',serif";
const MONO = "ui-monospace,Menlo,Consolas,'Courier New',monospace";

const { paper, raised, hairline, ink, muted, accent, 'on-accent': onAccent } = colours;

const DARK = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:${paper.dark}!important}.sheet,.code{background:${raised.dark}!important;border-color:${hairline.dark}!important}
.ink{color:${ink.dark}!important}.muted{color:${muted.dark}!important}.row,.head{border-color:${hairline.dark}!important}.sheet{border-top-color:${accent.dark}!important}.accent{color:${accent.dark}!important}.button{background:${accent.dark}!important;color:${onAccent.dark}!important}}`;

export const renderText = ({ product, body }: Letter) =>
  `${[...body.map(blockText), `-- \n${product}`].join('\n\n')}\n`;

export const renderHtml = ({ locale, product, subject, body }: Letter) => `<!doctype html>
<html lang="${locale}"${locale === 'ar' ? ' dir="rtl"' : ''}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title>
<style>${DARK}</style></head>
<body class="paper" style="margin:0;padding:0;background:${paper.light}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(previewOf(body))}${FILLER}</div>
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" style="background:${paper.light}"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" class="sheet" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:${raised.light};border:1px solid ${hairline.light};border-top:3px solid ${accent.light};border-radius:6px"><tr><td style="padding:24px 28px 20px;text-align:start">
<p class="accent head" style="margin:0 0 24px;padding:0 0 16px;border-bottom:1px solid ${hairline.light};color:${accent.light};font:22px/1.2 ${SERIF}">${product}</p>
<h1 class="ink" style="margin:0 0 20px;color:${ink.light};font:24px/1.3 ${SERIF}">${escapeHtml(subject)}</h1>
${body.map(blockHtml).join('\n')}
</td></tr></table>
<p class="muted" style="margin:16px 0 0;color:${muted.light};font:13px/1.5 ${SANS}">${product}</p>
</td></tr></table>
</body></html>
`;

/** Without a preview, lists of emails would show the heading twice. */
const previewOf = (body: Block[]): string => body.find((block) => typeof block === 'string') ?? '';

/** Follows the preview, so that lists of emails show no later text after it. */
const FILLER = '&#847;&zwnj;&nbsp;'.repeat(60);

function blockText(block: Block): string {
  if (typeof block === 'string') return block;
  if ('facts' in block)
    return Object.entries(block.facts)
      .map((row) => row.join(': '))
      .join('\n');
  return 'code' in block ? block.code : `${block.label}:\n${block.link}`;
}

function blockHtml(block: Block): string {
  if (typeof block === 'string')
    return `<p class="ink" style="margin:0 0 16px;color:${ink.light};font:16px/1.6 ${SANS}">${escapeHtml(block)}</p>`;
  if ('code' in block)
    return `<p class="ink code" style="margin:0 0 16px;padding:14px 16px;background:${paper.light};border:1px solid ${hairline.light};border-radius:6px;color:${ink.light};font:600 28px/1.3 ${MONO};letter-spacing:6px">${escapeHtml(block.code)}</p>`;
  if ('facts' in block) return factsHtml(block.facts);
  if (block.lookup)
    return `<p style="margin:0 0 16px;font:16px/1.6 ${SANS}"><a href="${escapeHtml(block.link)}" class="accent" style="color:${accent.light};text-decoration:underline">${escapeHtml(block.label)}</a></p>`;
  return `<p style="margin:8px 0 24px"><a class="button" href="${escapeHtml(block.link)}" style="display:inline-block;padding:12px 20px;background:${accent.light};border-radius:6px;color:${onAccent.light};font:600 16px/1.4 ${SANS};text-decoration:none">${escapeHtml(block.label)}</a></p>`;
}

function factsHtml(facts: Record<string, string>): string {
  const line = `border-top:1px solid ${hairline.light};padding:8px 0;font:15px/1.4 ${SANS}`;
  const rows = Object.entries(facts).map(
    ([name, value]) =>
      `<tr><th scope="row" align="left" class="muted row" style="${line};padding-right:16px;color:${muted.light};font-weight:400;vertical-align:top">${escapeHtml(name)}</th><td align="right" class="ink row" style="${line};color:${ink.light};font-variant-numeric:tabular-nums;word-break:break-word">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" class="row" style="margin:4px 0 20px;border-bottom:1px solid ${hairline.light}">${rows.join('\n')}</table>`;
}
