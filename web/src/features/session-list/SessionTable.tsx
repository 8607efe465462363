import { Plural, useLingui } from '@lingui/react/macro';
import { useLayoutEffect, useState } from 'react';
import { Button } from '../../ui/Button';
import { CursorLinks } from '../loading/CursorLinks';
import { EmptyList } from '../loading/EmptyList';
import { ButtonLink } from '../navigation/LocaleLink';
import { useSigns } from '../session-team/marks';
import { useStateWords } from '../sessions/session-states';
import { BulkBar } from './BulkBar';
import { useBulk } from './bulk';
import { SessionRows } from './SessionRows';
import { pageOf, type SessionSearch } from './session-search';
import { useLiveSessions } from './use-live-sessions';

type Props = { search: SessionSearch; onTicked: (some: boolean) => void };

export function SessionTable({ search, onTicked }: Props) {
  const { t } = useLingui();
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set());
  const bulk = useBulk({ resend: t`No callback to send`, redact: t`No identity data to delete`, mark: '', unmark: '' });
  const words = useStateWords();
  const { sessions, changed, fresh, showFresh, next_cursor } = useLiveSessions(pageOf(search));
  const signs = useSigns(sessions);
  const tick = (ids: number[], on: boolean) => {
    bulk.forget();
    const chosen = new Set(ticked);
    for (const id of ids) on ? chosen.add(id) : chosen.delete(id);
    setTicked(chosen);
  };
  const chosen = sessions.filter(({ id }) => ticked.has(id));
  const some = chosen.length > 0;
  useLayoutEffect(() => {
    onTicked(some);
    return () => onTicked(false);
  }, [some, onTicked]);
  return (
    <>
      {some && (
        <BulkBar
          ticked={chosen}
          marks={signs.marks}
          bulk={bulk}
          onClear={() => {
            bulk.forget();
            setTicked(new Set());
          }}
        />
      )}
      {fresh > 0 && (
        <p className="mb-3">
          <Button variant="secondary" size="small" onClick={showFresh}>
            <Plural value={fresh} one="# new session" other="# new sessions" />
          </Button>
        </p>
      )}
      <div role="status" className="sr-only">
        {fresh > 0 && <Plural value={fresh} one="# new session" other="# new sessions" />}
        {changed.map(({ id, reference, state }) => (
          <p key={id}>
            {reference ?? id}: {words[state]}
          </p>
        ))}
      </div>
      {sessions.length === 0 ? (
        <EmptyList
          filtered={Object.keys(search).length > 0}
          action={
            <ButtonLink to="/new-verification" variant="secondary">
              {t`New verification`}
            </ButtonLink>
          }
        >
          {t`No sessions yet.`}
        </EmptyList>
      ) : (
        <SessionRows sessions={sessions} ticked={ticked} onTick={tick} outcomes={bulk.outcomes} signs={signs} />
      )}
      <CursorLinks cursor={search.cursor} next_cursor={next_cursor} />
    </>
  );
}
