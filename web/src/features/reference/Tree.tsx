import { Trans, useLingui } from '@lingui/react/macro';
import { inputClass } from '../../ui/Field';
import { useGroupWords } from './group-words';
import type { groupsOf } from './reference';

type Groups = ReturnType<typeof groupsOf>;

/** All calls by subject. On wide screens they are listed beside the text, on narrow ones in a closed list above it. */
export function Tree({ groups }: { groups: Groups }) {
  const { t } = useLingui();
  return (
    <>
      <nav
        aria-label={t`Calls`}
        className="sticky top-24 hidden max-h-[calc(100dvh-7rem)] self-start overflow-y-auto pr-2 pb-8 lg:block"
      >
        <Calls groups={groups} follow />
      </nav>
      <details className="border-y border-hairline lg:hidden">
        <summary className="flex min-h-12 list-none items-center text-accent">
          <Trans>All calls</Trans>
        </summary>
        <nav aria-label={t`Calls`} className="pb-6">
          <Calls groups={groups} />
        </nav>
      </details>
    </>
  );
}

function Calls({ groups, follow = false }: { groups: Groups; follow?: boolean }) {
  const { t } = useLingui();
  const words = useGroupWords();
  return (
    <div data-sections={follow ? 'follow' : undefined} className="space-y-6">
      <input
        type="search"
        data-filter
        aria-label={t`Find a call`}
        placeholder={t`Find a call`}
        className={`${inputClass} min-h-10! text-sm!`}
      />
      {groups.map((group) => (
        <div key={group.name} data-group className="space-y-6">
          <p className="display border-b border-hairline pb-1 text-lg">{words[group.name].title}</p>
          {group.tags.map((tag) => (
            <CallsOfTag key={tag.name} tag={tag} />
          ))}
        </div>
      ))}
      <p role="status" className="text-sm text-muted">
        <span data-none hidden>
          <Trans>No call matches.</Trans>
        </span>
      </p>
      <a data-all href="#errors" className="link text-sm">
        <Trans>All errors</Trans>
      </a>
    </div>
  );
}

function CallsOfTag({ tag: { name, operations } }: { tag: Groups[number]['tags'][number] }) {
  return (
    <div data-group>
      <p lang="en" className="caps mb-1">
        {name}
      </p>
      <ul>
        {operations.map(({ operationId, summary }) => (
          <li key={operationId} data-words={`${operationId} ${summary} ${name}`.toLowerCase()}>
            <a
              href={`#${operationId}`}
              className="block border-l border-hairline py-1 pl-3 font-mono text-xs leading-5 break-all text-muted hover:text-ink aria-[current]:border-accent aria-[current]:text-accent"
            >
              {operationId}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
