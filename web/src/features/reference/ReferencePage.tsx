import './reference.css';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Guilloche } from '../../ui/Guilloche';
import { LocaleLink } from '../navigation/LocaleLink';
import { PageMeta } from '../page/Page';
import { LiveSamples } from '../samples/live-samples';
import { outline } from './reference';
import { Tree } from './Tree';

type Props = {
  /** The address, which is also the seed of the decorative lines. */
  path: string;
  title: string;
  /** The title of the browser tab, if it differs from the heading. */
  tab?: string;
  description: string;
  lead?: ReactNode;
  children: ReactNode;
};

export function ReferencePage({ path, title, tab = title, description, lead, children }: Props) {
  const isOverview = path === '/api-reference';
  return (
    <div className="relative overflow-x-clip">
      <PageMeta title={tab} description={description} />
      <LiveSamples page={path} />
      <Guilloche
        name={path.slice(1)}
        className="absolute -top-28 -right-60 -z-10 print:hidden size-[26rem] text-accent opacity-15 sm:-top-40 sm:-right-48 sm:size-[34rem]"
      />
      <div
        className={`page grid gap-x-12 gap-y-8 lg:grid-cols-[14rem_minmax(0,1fr)] ${isOverview ? 'pt-5 sm:pt-11 lg:pt-20' : 'pt-5 sm:pt-11'}`}
      >
        <Tree path={path} />
        <div className="min-w-0">
          {!isOverview && (
            <p className="mb-3">
              <LocaleLink
                to="/api-reference"
                className="inline-flex min-h-6 items-center text-sm leading-6 text-muted hover:text-accent"
              >
                <Trans>API reference</Trans>
              </LocaleLink>
            </p>
          )}
          <h1 className="display text-3xl">{title}</h1>
          {lead && <div className="mt-3 measure text-lg text-balance text-muted">{lead}</div>}
          <EnglishNote />
          {children}
        </div>
      </div>
    </div>
  );
}

const files = [
  { name: 'openapi.yaml', href: '/openapi.yaml' },
  { name: 'openapi.json', href: '/openapi.json' },
  { name: 'Postman', href: '/postman_collection.json', download: true },
  { name: 'Redoc', href: '/reference.html', download: true },
];

export const ContractFiles = () => (
  <p className="mt-3 flex flex-wrap gap-x-5 gap-y-1 font-mono text-sm text-muted">
    <span>v{outline.info.version}</span>
    {files.map(({ name, ...target }) => (
      <a key={name} {...target} className="link">
        {name}
      </a>
    ))}
    <LocaleLink to="/changelog" className="link">
      <Trans>Changelog</Trans>
    </LocaleLink>
  </p>
);

function EnglishNote() {
  const { t, i18n } = useLingui();
  if (i18n.locale === 'en') return null;
  return <p className="mt-4 text-sm text-muted">{t`The texts of the contract are in English.`}</p>;
}
