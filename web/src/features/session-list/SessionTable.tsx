import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SessionListItem } from '@sigill/sdk/portal';
import { Button } from '../../ui/Button';
import { Headings, Table, Td } from '../../ui/Table';
import { Time } from '../../ui/Time';
import { useKnownLinks } from '../links/use-links';
import { CursorLinks } from '../loading/CursorLinks';
import { EmptyList } from '../loading/EmptyList';
import { ButtonLink } from '../navigation/LocaleLink';
import { SessionLink, SessionStateMark } from '../sessions/session-cells';
import { useStateWords } from '../sessions/session-states';
import { filterOf, type SessionSearch } from './session-search';
import { useLiveSessions } from './use-live-sessions';

export function SessionTable({ search }: { search: SessionSearch }) {
  const { t } = useLingui();
  const words = useStateWords();
  const { sessions, changed, fresh, showFresh, next_cursor } = useLiveSessions(filterOf(search));
  return (
    <>
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
        <Rows sessions={sessions} />
      )}
      <CursorLinks cursor={search.cursor} next_cursor={next_cursor} />
    </>
  );
}

const LinkName = ({ name }: { name: string | undefined }) => (
  <span className="block text-xs text-muted">{name ?? <Trans>Deleted link</Trans>}</span>
);

function Rows({ sessions }: { sessions: SessionListItem[] }) {
  const { t } = useLingui();
  const names = new Map(useKnownLinks().map(({ id, name }) => [id, name]));
  return (
    <Table caption={t`Sessions`} stacked="tablet">
      <Headings names={[t`Created`, t`State`, t`Reference`, t`Reason`, t`Country`, t`Session`]} />
      <tbody>
        {sessions.map((session) => (
          <tr key={session.id}>
            <Td className="whitespace-nowrap max-xl:col-start-2 max-xl:row-start-1">
              <Time value={session.created} />
            </Td>
            <Td>
              <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 xl:flex-nowrap">
                <SessionStateMark state={session.state} specimen={session.specimen} />
              </span>
            </Td>
            <Td className="wrap-anywhere max-xl:col-span-2 max-xl:row-start-3">
              {session.reference}
              {session.link_id && <LinkName name={names.get(session.link_id)} />}
            </Td>
            <Td className="font-mono max-xl:col-span-2">{session.failure_code}</Td>
            <Td className={`font-mono ${session.document_country ? '' : 'max-xl:hidden!'}`}>
              {session.document_country}
            </Td>
            <Td className="max-xl:col-span-2 max-xl:row-start-2">
              <SessionLink id={session.id} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
