import { Trans, useLingui } from '@lingui/react/macro';
import { developerPages, guides } from '../../content/site-map';
import type { Locale } from '../../i18n/locale';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';
import { SitePage } from '../page/SitePage';
import { LiveSamples } from '../samples/live-samples';
import { Blocks } from './Blocks';
import type { Document, Heading } from './document';

const files = import.meta.glob<Document>('../../../../docs/guides/*.md', { import: 'default' });

/** The file of a guide is named after its page: `api-guide.md`, `api-guide.es.md`. */
export function loadGuide(name: string, locale: Locale): Promise<Document> {
  const load = files[`../../../../docs/guides/${name}${locale === 'en' ? '' : `.${locale}`}.md`];
  if (!load) throw new Error(`There is no guide ${name} in ${locale}.`);
  return load();
}

export function GuidePage({ path, document }: { path: string; document: Document }) {
  const { title, lead, headings, blocks } = document;
  return (
    <SitePage name={path} title={title} lead={lead} description={lead}>
      <LiveSamples page={path} />
      <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)]">
        <GuideTree path={path} headings={headings} />
        <div className="min-w-0">
          <Blocks blocks={blocks} />
          <Next after={path} />
        </div>
      </div>
    </SitePage>
  );
}

/** After a page that all developers need, the next of these pages. After any other guide, the first of them. */
function Next({ after }: { after: string }) {
  const { t, i18n } = useLingui();
  const next = developerPages[developerPages.findIndex(({ path }) => path === after) + 1];
  if (!next) return null;
  return (
    <p className="mt-20 max-w-200 border-t-2 border-accent pt-4">
      <span className="caps block">{t`Read next`}</span>
      <LocaleLink to={next.path} className="display mt-1 inline-flex items-center gap-3 text-xl hover:text-accent">
        {i18n._(next.title)}
        <Icon name="arrow" className="size-5 text-accent" />
      </LocaleLink>
    </p>
  );
}

function GuideTree({ path, headings }: { path: string; headings: Heading[] }) {
  const { t, i18n } = useLingui();
  const sections = headings.filter(({ level }) => level === 2);
  const list = (
    <ul data-sections className="border-l border-hairline">
      {sections.map(({ id, text }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="-ml-px flex min-h-8 items-center border-l border-transparent py-1 pl-4 text-sm leading-5 text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-ink"
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
  return (
    <div
      data-print="hidden"
      className="guide-tree lg:sticky lg:top-24 lg:max-h-[calc(100dvh-7rem)] lg:self-start lg:overflow-y-auto"
    >
      <details className="group border-y border-hairline lg:hidden">
        <summary className="flex min-h-12 list-none items-center justify-between">
          <Trans>On this page</Trans>
          <Icon name="chevron" className="size-5 text-muted group-open:rotate-180" />
        </summary>
        <nav aria-label={t`On this page`} className="pb-4">
          {list}
        </nav>
      </details>
      <nav aria-label={t`Guides`} className="hidden lg:block">
        <ul className="space-y-1">
          {[...developerPages, ...guides.slice(2)].map((guide) => (
            <li key={guide.path}>
              <LocaleLink
                to={guide.path}
                className="flex min-h-8 items-center text-sm hover:text-accent aria-[current=page]:font-medium aria-[current=page]:text-accent"
              >
                {i18n._(guide.title)}
              </LocaleLink>
              {guide.path === path && <div className="mt-1 mb-3">{list}</div>}
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
