import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Locale } from '../../i18n/locale';
import { Accordion } from '../../ui/Accordion';
import { Blocks } from '../guides/Blocks';
import { SitePage } from '../page/SitePage';
import type { LegalText } from './legal';

type Props = { name: string; title: string; lead: ReactNode; description: string; texts: LegalText[] };

/** Legal texts in sections that are collapsed at first. */
export function LegalPage({ name, title, lead, description, texts }: Props) {
  const { i18n } = useLingui();
  const locale: Locale = i18n.locale === 'es' ? 'es' : 'en';
  return (
    <SitePage name={name} title={title} lead={lead} description={description}>
      <p className="mb-8 measure border-l-4 border-edge pl-4 text-sm text-muted">
        <Trans>Template. To be reviewed by counsel before use. The English text is authoritative.</Trans>{' '}
        {locale !== 'en' && <Trans>Headings and introductions are translated for convenience.</Trans>}
      </p>
      <Accordion
        sections={texts.map(({ id, front, blocks }) => ({
          id,
          title: <span className="display">{front.title[locale]}</span>,
          content: (
            <article className="measure">
              <p className="caps">
                <Trans>Effective {front.effective}</Trans>
              </p>
              <p className="mt-3 text-lg text-muted">{front.introduction[locale]}</p>
              <div className="legal-text mt-9">
                <Blocks blocks={blocks} lang={locale === 'en' ? undefined : 'en'} />
              </div>
            </article>
          ),
        }))}
      />
    </SitePage>
  );
}
