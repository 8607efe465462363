import { Trans, useLingui } from '@lingui/react/macro';
import type { SessionState } from '@sigill/sdk/portal';
import { sessionListOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CursorLinks } from '../../../features/loading/CursorLinks';
import { Load } from '../../../features/loading/Load';
import { LocaleLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { SessionStateMark } from '../../../features/sessions/SessionStateMark';
import { stateTones, useStateWords } from '../../../features/sessions/session-states';
import { TrySpecimen } from '../../../features/specimen-session/TrySpecimen';
import { Badge } from '../../../ui/Badge';
import { buttonClass } from '../../../ui/Button';
import { EmptyState } from '../../../ui/EmptyState';
import { SelectField } from '../../../ui/Field';
import { Table, Td, Th } from '../../../ui/Table';
import { Time } from '../../../ui/Time';

const states = Object.keys(stateTones) as SessionState[];

type Search = { state?: SessionState; cursor?: string };

export const Route = createFileRoute('/{-$locale}/_signed-in/sessions')({
  validateSearch: ({ state, cursor }: Record<string, unknown>): Search => ({
    ...(states.includes(state as SessionState) && { state: state as SessionState }),
    ...(cursor !== undefined && { cursor: String(cursor) }),
  }),
  loaderDeps: ({ search: { state, cursor } }) => ({ ...(state && { state }), ...(cursor && { cursor }) }),
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(sessionListOptions(deps)),
  component: Sessions,
});

function Sessions() {
  const { t } = useLingui();
  const { state } = Route.useSearch();
  const navigate = Route.useNavigate();
  const words = useStateWords();
  return (
    <Page
      name="sessions"
      back={{ to: '/dashboard', name: <Trans>Dashboard</Trans> }}
      title={t`Sessions`}
      lead={<Trans>Every session of your backends, newest first, without identity data.</Trans>}
    >
      <TrySpecimen />
      <SelectField
        label={t`State`}
        value={state ?? ''}
        onChange={({ target }) =>
          navigate({ search: target.value ? { state: target.value as SessionState } : {}, resetScroll: false })
        }
        className="mb-8 max-w-64"
      >
        <option value="">{t`All states`}</option>
        {states.map((state) => (
          <option key={state} value={state}>
            {words[state]}
          </option>
        ))}
      </SelectField>
      <Load lines={8}>
        <SessionTable />
      </Load>
    </Page>
  );
}

function SessionTable() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const { sessions, next_cursor } = useSuspenseQuery(sessionListOptions(search)).data;
  if (sessions.length === 0)
    return (
      <EmptyState
        action={
          <LocaleLink to="/api-reference" hash="session.create" className={buttonClass({ variant: 'secondary' })}>
            <Trans>How to create a session</Trans>
          </LocaleLink>
        }
      >
        {search.state || search.cursor ? <Trans>No session matches.</Trans> : <Trans>There are no sessions yet.</Trans>}
      </EmptyState>
    );
  return (
    <>
      <Table caption={t`Sessions`} stacked="tablet">
        <thead>
          <tr>
            <Th>
              <Trans>Created</Trans>
            </Th>
            <Th>
              <Trans>State</Trans>
            </Th>
            <Th>
              <Trans>Reference</Trans>
            </Th>
            <Th>
              <Trans>Reason</Trans>
            </Th>
            <Th>
              <Trans>Session</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <Td className="whitespace-nowrap max-lg:col-start-2 max-lg:row-start-1">
                <Time value={session.created} />
              </Td>
              <Td>
                <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
                  <SessionStateMark state={session.state} />
                  {session.specimen && (
                    <Badge>
                      <Trans>Specimen</Trans>
                    </Badge>
                  )}
                </span>
              </Td>
              <Td className={`wrap-anywhere max-lg:row-start-3 ${session.failure_code ? '' : 'max-lg:col-span-2'}`}>
                {session.reference}
              </Td>
              <Td className="font-mono max-lg:col-start-2 max-lg:row-start-3">{session.failure_code}</Td>
              <Td className="max-lg:col-span-2 max-lg:row-start-2">
                <LocaleLink to={`/session/${session.id}`} className="link font-mono">
                  {session.id}
                </LocaleLink>
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <CursorLinks cursor={search.cursor} next_cursor={next_cursor} />
    </>
  );
}
