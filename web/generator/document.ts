/** The document around a prerendered page: everything that readers, search engines and link previews see before any script runs. */
export interface PageHead {
  title: string;
  description: string;
  path: string;
  locale: string;
  /** The origin of the site, as a placeholder: the server writes its own address here. */
  origin: string;
  product: string;
  /** Absolute path of the picture for link previews. Empty for pages that search engines may not list. */
  image: string;
  /** The same page in every language, by locale. */
  alternates: Record<string, string>;
  script: string;
  preloads: string[];
  isFound: boolean;
}

const LOCALE_NAMES: Record<string, string> = { en: 'en_US', es: 'es_ES' };

/** The app's empty root element and the text for readers without scripts. A prerendered page has its content instead. */
const SCREEN = /<div id="root"><\/div>\s*<noscript>[\s\S]*<\/noscript>/;

/** `shell` is the app's document, which supplies icon, fonts, colours and theme. The app replaces the head when it takes over. */
export const pageDocument = (shell: string, head: PageHead, html: string): string =>
  documentOf(shell, head, headTags(head)).replace(SCREEN, () => `<div id="root">${shorter(html)}</div>`);

/**
 * HTML ends a list item where the next one or the end of the list follows (HTML Living Standard, 13.1.2.4), so those end tags are
 * left out.
 */
const shorter = (html: string): string => html.replaceAll(/<\/li>(?=<li|<\/[ou]l>)/g, '');

/** The document of a screen, shown until the app takes over. Without scripts, it says that the screen needs them. */
export const screenDocument = (shell: string, head: PageHead, html: string): string =>
  documentOf(
    shell,
    head,
    headTags(head).map((tag) => tag.replace(/^<(title|meta) data-page(?= name="(?:description|robots)"|>)/, '<$1')),
  ).replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);

type OpenHead = Pick<PageHead, 'title' | 'description' | 'script' | 'preloads'> & {
  language: string;
  dir: string;
  html: string;
  styles: string;
};

/** The session page has its own shell, and search engines do not list it. */
export const openDocument = (
  shell: string,
  { title, description, language, dir, html, styles, ...modules }: OpenHead,
): string =>
  withModules(shell, modules, [
    `<title>${escaped(title)}</title>`,
    `<meta name="description" content="${escaped(description)}">`,
    styles,
  ])
    .replace('<html lang="en">', `<html lang="${language}" dir="${dir}">`)
    .replace('<div id="root"></div>', () => `<div id="root">${html}</div>`);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

const documentOf = (shell: string, head: PageHead, tags: string[]): string =>
  withModules(shell, head, tags).replace('<html lang="en">', `<html lang="${head.locale}">`);

/** Scripts start after the first paint, which needs none of them (web/public/start.js). */
function withModules(
  shell: string,
  { script, preloads }: Pick<PageHead, 'script' | 'preloads'>,
  tags: string[],
): string {
  const modules = [script, ...preloads].map((file) => `/${file}`).join(' ');
  return shell
    .replaceAll(/\s*<(?:link rel="modulepreload"|script type="module")[^>]*>(?:<\/script>)?/g, '')
    .replace(
      '</head>',
      () =>
        `  ${[...tags, `<script async src="/start.js" data-modules="${modules}"></script>`].join('\n    ')}\n  </head>`,
    );
}

function headTags(head: PageHead): string[] {
  const { title, description, origin, path, image, alternates } = head;
  const described = description ? [`<meta data-page name="description" content="${description}">`] : [];
  if (!head.isFound)
    return [`<title data-page>${title}</title>`, ...described, '<meta data-page name="robots" content="noindex">'];
  const url = origin + path;
  const open: [string, string][] = [
    ['og:type', 'website'],
    ['og:site_name', head.product],
    ['og:title', title],
    ['og:description', description],
    ['og:url', url],
    ['og:locale', LOCALE_NAMES[head.locale] ?? head.locale],
    ...Object.keys(alternates)
      .filter((locale) => locale !== head.locale)
      .map((locale): [string, string] => ['og:locale:alternate', LOCALE_NAMES[locale] ?? locale]),
    ['og:image', origin + image],
    ['og:image:type', 'image/png'],
    ['og:image:width', '1200'],
    ['og:image:height', '630'],
    ['og:image:alt', title],
  ];
  return [
    `<title data-page>${title}</title>`,
    ...described,
    `<link data-page rel="canonical" href="${url}">`,
    ...Object.entries(alternates).map(
      ([locale, other]) => `<link data-page rel="alternate" hreflang="${locale}" href="${origin}${other}">`,
    ),
    `<link data-page rel="alternate" hreflang="x-default" href="${origin}${alternates['en']}">`,
    ...open.map(([property, content]) => `<meta data-page property="${property}" content="${content}">`),
    '<meta data-page name="twitter:card" content="summary_large_image">',
    `<link rel="alternate" type="application/rss+xml" title="${head.product} changelog" href="/feed.xml">`,
    `<script data-page type="application/ld+json">${jsonLd(head)}</script>`,
  ];
}

function jsonLd({ title, description, origin, path, locale, product, alternates }: PageHead): string {
  const organization = { '@type': 'Organization', '@id': `${origin}/#organization`, name: product, url: `${origin}/` };
  const page = {
    '@type': 'WebPage',
    '@id': origin + path,
    url: origin + path,
    name: plainText(title),
    ...(description && { description: plainText(description) }),
    inLanguage: locale,
    isPartOf: { '@id': `${origin}/#website` },
  };
  const site = {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    name: product,
    url: `${origin}/`,
    inLanguage: Object.keys(alternates),
    publisher: { '@id': `${origin}/#organization` },
  };
  const home = locale === 'en' ? '/' : `/${locale}`;
  const trail = {
    '@type': 'BreadcrumbList',
    itemListElement: [
      { '@type': 'ListItem', position: 1, name: product, item: origin + home },
      { '@type': 'ListItem', position: 2, name: plainText(title).replace(` · ${product}`, ''), item: origin + path },
    ],
  };
  const graph = [organization, site, page, ...(path === home ? [] : [trail])];
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
}

export const plainText = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&');
