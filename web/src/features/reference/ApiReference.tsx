import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { LocaleLink } from '../navigation/LocaleLink';
import { Prose } from './Prose';
import { ContractFiles, ReferencePage } from './ReferencePage';
import { type ErrorCodes, outline, type ResourceOutline } from './reference';
import { useGroupWords } from './Tree';

/** Every anchor that this page ever had is still on it, and redirects to the page that now describes it. */
export function ApiReference({ errors }: { errors: ErrorCodes }) {
  const { t } = useLingui();
  const words = useGroupWords();
  return (
    <ReferencePage
      path="/api-reference"
      title={t`API reference`}
      description={t`Every API call with its properties, examples and errors.`}
    >
      <ContractFiles />
      <Prose text={outline.info.description} className="mt-8 measure" />
      <div className="mt-10 mb-16 grid grid-cols-2 gap-x-8 border-t border-hairline xl:grid-cols-4">
        <Door to="/api-reference/events" title={t`Events`}>
          <Trans>Every type of event that your receiver gets, with its payload.</Trans>
        </Door>
        <Door to="/api-reference/errors" title={t`Errors`}>
          <Trans>Every error code of calls and failed sessions, with its cause and fix.</Trans>
        </Door>
        <Door to="/api-reference/headers" title={t`Headers`}>
          <Trans>Request ids, rate limits, idempotency and callback signatures.</Trans>
        </Door>
        <Door to="/api-reference/types" title={t`Types`}>
          <Trans>Every type that the SDK exports, and where it is used.</Trans>
        </Door>
      </div>
      {outline.groups.map((group) => (
        <section key={group.name} aria-labelledby={`group-${group.name}`} className="mb-16">
          <h2 id={`group-${group.name}`} className="display text-2xl">
            {words[group.name].title}
          </h2>
          <p className="mt-2 mb-6 measure text-muted">{words[group.name].text}</p>
          {group.resources.map((resource) => (
            <ResourceLines key={resource.slug} resource={resource} />
          ))}
        </section>
      ))}
      <section id="errors" aria-labelledby="errors-title" className="scroll-mt-24 border-t border-hairline pt-10">
        <h2 id="errors-title" className="display mb-4 text-2xl">
          <LocaleLink to="/api-reference/errors" data-leads-on className="hover:text-accent">{t`Errors`}</LocaleLink>
        </h2>
        <ul className="code-columns">
          {errors.codes.map(({ code }) => (
            <li key={code} id={`error-${code}`} className="scroll-mt-24">
              <LocaleLink to="/api-reference/errors" hash={`error-${code}`} data-leads-on>
                {code}
              </LocaleLink>
            </li>
          ))}
        </ul>
      </section>
    </ReferencePage>
  );
}

function ResourceLines({ resource: { slug, name, operations } }: { resource: ResourceOutline }) {
  const page = `/api-reference/${slug}`;
  return (
    <div lang="en" className="grid gap-x-8 gap-y-1 border-t border-hairline py-4 xl:grid-cols-[12rem_1fr]">
      <h3>
        <LocaleLink to={page} className="font-medium hover:text-accent">
          {name}
        </LocaleLink>
      </h3>
      <ul>
        {operations.map(({ operationId, summary }) => (
          <li key={operationId} id={operationId} className="scroll-mt-24 py-1 target:bg-accent-wash md:py-0">
            <LocaleLink
              to={page}
              hash={operationId}
              data-leads-on
              className="group grid min-h-7 items-baseline gap-x-4 md:grid-cols-[18rem_1fr]"
            >
              <span className="font-mono text-sm break-all group-hover:text-accent">{operationId}</span>
              <span className="text-sm text-muted">{summary}</span>
            </LocaleLink>
          </li>
        ))}
      </ul>
    </div>
  );
}

const Door = ({ to, title, children }: { to: string; title: ReactNode; children: ReactNode }) => (
  <LocaleLink to={to} className="group block border-b border-hairline py-4">
    <span className="block font-medium group-hover:text-accent">{title}</span>
    <span className="block text-sm text-muted max-sm:hidden">{children}</span>
  </LocaleLink>
);
