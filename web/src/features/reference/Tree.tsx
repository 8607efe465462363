import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Breakable } from '../../ui/Breakable';
import { Icon } from '../../ui/Icon';
import { inputClass } from '../../ui/input-class';
import { LocaleLink } from '../navigation/LocaleLink';
import { type GroupName, outline, type ResourceOutline } from './reference';

/**
 * All calls by resource. The same markup is a collapsed list above the text on narrow screens, and always open beside it on wide
 * ones (reference.css).
 */
export function Tree({ path }: { path: string }) {
  const { t } = useLingui();
  return (
    <details data-print="hidden" className="reference-menu group">
      <summary className="flex min-h-12 list-none items-center justify-between">
        <Trans>All calls</Trans>
        <Icon name="chevron" className="size-5 text-muted group-open:rotate-180" />
      </summary>
      <nav aria-label={t`Calls`}>
        <Calls path={path} />
      </nav>
    </details>
  );
}

function Calls({ path }: { path: string }) {
  const { t } = useLingui();
  const words = useGroupWords();
  return (
    <div data-sections="follow" className="reference-tree space-y-6">
      <input
        type="search"
        data-filter
        aria-label={t`Find a call`}
        placeholder={t`Find a call`}
        className={`${inputClass} min-h-10! text-sm!`}
      />
      {outline.groups.map((group) => (
        <div key={group.name} data-group className="space-y-4">
          <p className="display border-b border-hairline pb-1 text-lg">{words[group.name].title}</p>
          {group.resources.map((resource) => (
            <CallsOf key={resource.slug} resource={resource} path={path} />
          ))}
        </div>
      ))}
      <p role="status" className="text-sm text-muted">
        <span data-none hidden>{t`No call matches.`}</span>
      </p>
      <div data-all>
        <p className="display border-b border-hairline pb-1 text-lg">{t`For all calls`}</p>
        <ForAllCalls to="/api-reference/events">{t`Events`}</ForAllCalls>
        <ForAllCalls to="/api-reference/errors">{t`Errors`}</ForAllCalls>
        <ForAllCalls to="/api-reference/headers">{t`Headers`}</ForAllCalls>
        <ForAllCalls to="/api-reference/types">{t`Types`}</ForAllCalls>
      </div>
    </div>
  );
}

const ForAllCalls = ({ to, children }: { to: string; children: ReactNode }) => (
  <LocaleLink
    to={to}
    className="flex min-h-8 items-center text-sm hover:text-accent aria-[current=page]:font-medium aria-[current=page]:text-accent"
  >
    {children}
  </LocaleLink>
);

/** Calls on the current page are linked by anchors alone, so that the list can follow the reader's position. */
function CallsOf({ resource: { slug, name, operations }, path }: { resource: ResourceOutline; path: string }) {
  const page = `/api-reference/${slug}`;
  return (
    <div data-group>
      <p lang="en">
        <LocaleLink to={page} className="caps">
          {name}
        </LocaleLink>
      </p>
      <ul>
        {operations.map(({ operationId, summary }) => (
          <li key={operationId} data-words={summary}>
            {page === path ? (
              <a href={`#${operationId}`}>
                <Breakable code={operationId} />
              </a>
            ) : (
              <LocaleLink to={page} hash={operationId}>
                <Breakable code={operationId} />
              </LocaleLink>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function useGroupWords(): Record<GroupName, { title: string; text: string }> {
  const { t } = useLingui();
  return {
    API: { title: t`API`, text: t`Calls from your backend with an API key.` },
    Reader: {
      title: t`Reader`,
      text: t`Calls from the end user’s device and the public demo. No API key needed.`,
    },
    Portal: {
      title: t`Portal`,
      text: t`Calls that the portal makes for a signed-in user. API keys cannot make them.`,
    },
  };
}
