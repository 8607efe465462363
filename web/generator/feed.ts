/** sitemap.xml, robots.txt and the feed of changes for integrators. */
import { slug } from '../content-plugin.ts';

export type Listed = { path: string; alternates: Record<string, string> };

export function sitemapOf(origin: string, pages: Listed[]): string {
  const urls = pages.map(({ path, alternates }) => {
    const others = Object.entries({ ...alternates, 'x-default': alternates['en'] }).map(
      ([locale, other]) => `    <xhtml:link rel="alternate" hreflang="${locale}" href="${origin}${other}"/>`,
    );
    return `  <url>\n    <loc>${origin}${path}</loc>\n${others.join('\n')}\n  </url>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${urls.join('\n')}
</urlset>
`;
}

export const robotsOf = (origin: string) => `User-agent: *
Disallow: /api/
Disallow: /_local/

Sitemap: ${origin}/sitemap.xml
`;

/** `## 1.2.0 · 2026-11-21` begins a release; the text below it is its description. A heading without a date is not released yet. */
export function feedOf(origin: string, product: string, changelog: string): string {
  const releases = changelog.split(/^## /m).slice(1);
  const items = releases.flatMap((release) => {
    const [heading = '', ...lines] = release.split('\n');
    const [, version, date] = /^(\S+) · (\d{4}-\d{2}-\d{2})$/.exec(heading) ?? [];
    if (!version) return [];
    return `    <item>
      <title>${xml(`${product} ${version}`)}</title>
      <link>${origin}/changelog#${slug(heading)}</link>
      <guid isPermaLink="false">${xml(`sdk-${version}`)}</guid>
      <pubDate>${new Date(`${date}T00:00:00Z`).toUTCString()}</pubDate>
      <description>${xml(lines.join('\n').trim())}</description>
    </item>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom">
  <channel>
    <title>${xml(product)} changelog</title>
    <link>${origin}/changelog</link>
    <description>Releases of the API and the SDK.</description>
    <language>en</language>
    <atom:link href="${origin}/feed.xml" rel="self" type="application/rss+xml"/>
${items.join('\n')}
  </channel>
</rss>
`;
}

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
