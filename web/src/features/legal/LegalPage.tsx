import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Locale } from '../../i18n/locale';
import { Accordion } from '../../ui/Accordion';
import { usePageLocale } from '../coverage/use-page-locale';
import { Blocks } from '../guides/Blocks';
import type { Document } from '../guides/document';
import { SitePage } from '../page/SitePage';

const folders = {
  en: import.meta.glob<Document>('../../content/legal/*.md', { import: 'default', query: '?en' }),
  es: import.meta.glob<Document>('../../content/legal/*.md', { import: 'default', query: '?es' }),
};

/** The title and introduction of a legal text, in both languages. The text itself is in English. */
type LegalFront = {
  title: Record<Locale, string>;
  introduction: Record<Locale, string>;
  effective: string;
  /** Whether the text is a draft that the operator must review or replace. */
  template?: boolean;
};
type LegalText = Document & { id: string; front: LegalFront };

const legalTexts = {
  privacy: ['privacy-identity-app', 'privacy-passport-app', 'privacy-service'],
  terms: ['terms-identity-app', 'terms-passport-app', 'terms-service', 'data-processing-agreement'],
};

export const loadLegalTexts = (page: keyof typeof legalTexts, locale: Locale): Promise<LegalText[]> =>
  Promise.all(
    legalTexts[page].map(async (name) => {
      const text = await folders[locale][`../../content/legal/${name}.md`]?.();
      if (!text) throw new Error(`There is no legal text ${name}.`);
      return { ...text, id: name, front: text.front as LegalFront };
    }),
  );

export function PrivacyPage({ texts }: { texts: LegalText[] }) {
  const { t } = useLingui();
  return (
    <LegalPage
      name="privacy"
      title={t`Privacy`}
      description={t`Privacy policies of the two apps, the website and the service.`}
      lead={
        <Trans>
          What we store, for how long, and who sees it. One policy for each app, and one for the website and the
          service.
        </Trans>
      }
      texts={texts}
    />
  );
}

export function TermsPage({ texts }: { texts: LegalText[] }) {
  const { t } = useLingui();
  return (
    <LegalPage
      name="terms"
      title={t`Terms`}
      description={t`Terms of use of the two apps, the website and the service, and the data processing agreement.`}
      lead={
        <Trans>
          The agreement between you and us: one text for each app, one for the website and the service, and the data
          processing agreement.
        </Trans>
      }
      texts={texts}
    />
  );
}

type Props = { name: string; title: string; lead: ReactNode; description: string; texts: LegalText[] };

function LegalPage({ texts, ...page }: Props) {
  const locale = usePageLocale();
  return (
    <SitePage {...page}>
      <Accordion
        sections={texts.map(({ id, front, blocks }) => ({
          id,
          title: <Closed {...front} />,
          content: (
            <article className="measure">
              <div className="legal-text mt-3">
                <Blocks blocks={blocks} lang={locale === 'en' ? undefined : 'en'} />
              </div>
            </article>
          ),
        }))}
      />
      <Notes isTemplate={texts.some(({ front }) => front.template)} />
    </SitePage>
  );
}

function Closed({ title, introduction, effective }: LegalFront) {
  const locale = usePageLocale();
  return (
    <>
      <span className="display block text-balance">{title[locale]}</span>
      <span className="mt-1 block measure text-base text-balance text-muted">{introduction[locale]}</span>
      <span className="mt-2 block text-sm text-muted">
        <Trans>Effective {effective}</Trans>
      </span>
    </>
  );
}

function Notes({ isTemplate }: { isTemplate: boolean }) {
  const isTranslated = usePageLocale() !== 'en';
  if (!isTemplate && !isTranslated) return null;
  return (
    <div className="mt-8 measure space-y-3 text-sm text-muted">
      {isTranslated && (
        <p>
          <Trans>The English text is authoritative. Headings and introductions are translated for convenience.</Trans>
        </p>
      )}
      {isTemplate && (
        <p>
          <Trans>These texts are templates. Have a lawyer review them before you run the service.</Trans>
        </p>
      )}
    </div>
  );
}
