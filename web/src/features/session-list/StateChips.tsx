import { useLingui } from '@lingui/react/macro';
import type { SessionState } from '@sigill/sdk/portal';
import { sessionCountOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Icon } from '../../ui/Icon';
import { longest_delay_ms } from '../demo/follow-session';
import { sessionStates, useStateWords } from '../sessions/session-states';
import { countOf, OPEN, type SessionSearch } from './session-search';

/** The service counts only up to this number. */
const MOST = 10_000;

const withoutText = ({ search: _, ...others }: SessionSearch) => others;

/** Nothing is counted during a search by text. */
export function StateChips({ search }: { search: SessionSearch }) {
  const { t, i18n } = useLingui();
  const words = useStateWords();
  const { state: current, look, cursor: _, ...others } = search;
  const { data } = useQuery({
    ...sessionCountOptions(countOf(search)),
    enabled: search.search === undefined,
    refetchInterval: longest_delay_ms,
    placeholderData: (before) => before,
  });
  const chips: [name: string, state: string | undefined][] = [
    [t`All`, undefined],
    [t`In progress`, OPEN],
    ...(['APPROVED', 'REJECTED', 'FAILED', 'ABORTED'] as const).map((state): [string, string] => [words[state], state]),
  ];
  const numberIn = (states: string[]): string => {
    const counts = (data?.counts ?? []).filter(({ state }) => states.includes(state)).map(({ count }) => count);
    const sum = counts.reduce((one, other) => one + other, 0);
    return `${i18n.number(sum)}${counts.some((count) => count >= MOST) ? '+' : ''}`;
  };
  const counted = data && search.search === undefined;
  const chipClass = (chosen: boolean) =>
    `inline-flex min-h-9 items-center gap-2 rounded-md px-3 text-sm whitespace-nowrap ${chosen ? 'bg-accent-wash text-accent' : 'text-muted hover:text-ink'}`;
  return (
    <nav aria-label={t`Quick filters`} className="flex min-w-0 gap-x-1 overflow-x-auto [scrollbar-width:none]">
      {chips.map(([name, state]) => (
        <Link
          key={name}
          to="."
          search={{ ...others, ...(state && { state }) } as SessionSearch}
          resetScroll={false}
          activeOptions={{ exact: true }}
          className={chipClass(current === state && !look)}
        >
          {name}
          {counted && (
            <span className="text-xs tabular-nums">
              {numberIn(state?.split(',') ?? (sessionStates as SessionState[]))}
            </span>
          )}
        </Link>
      ))}
      <Link
        to="."
        search={{ ...withoutText(others), look: 'any' } as SessionSearch}
        resetScroll={false}
        activeOptions={{ exact: true }}
        className={chipClass(look !== undefined)}
      >
        <Icon name="eye" className="size-4" />
        {t`Needs a look`}
        {counted && <span className="text-xs tabular-nums">{i18n.number(data.marked)}</span>}
      </Link>
    </nav>
  );
}
