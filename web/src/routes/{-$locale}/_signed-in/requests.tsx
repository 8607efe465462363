import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { merchantSelfOptions, requestListOptions } from '@sigill/sdk/portal/react-query';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { may, useMay } from '../../../api/role';
import { useKnownUsers, usersOptions } from '../../../api/whole-lists';
import { CursorLinks } from '../../../features/loading/CursorLinks';
import { Load } from '../../../features/loading/Load';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { FindRequest, RequestFilter } from '../../../features/requests/RequestForms';
import { RequestTable } from '../../../features/requests/RequestTable';
import { readRequestSearch } from '../../../features/requests/request-search';
import { EmptyState } from '../../../ui/EmptyState';

export const Route = createFileRoute('/{-$locale}/_signed-in/requests')({
  // The loader and the component read the parameters, because the router would restore any that are dropped here.
  validateSearch: (raw: Record<string, unknown>) => raw as ReturnType<typeof readRequestSearch>,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    context.prefetch(
      requestListOptions(readRequestSearch({ ...deps })),
      merchantSelfOptions(),
      may('user.list') && usersOptions(),
    ),
  component: Requests,
});

function Requests() {
  const { t } = useLingui();
  const { cursor: _, ...filters } = readRequestSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const keys = useKnownUsers().filter(({ type }) => type === 'SERVICE');
  const isOff = useQuery(merchantSelfOptions()).data?.request_log_days === 0;
  return (
    <Page
      title={t`Requests`}
      actions={!isOff && <FindRequest />}
      lead={<Trans>Requests made with your API keys, newest first, without their bodies.</Trans>}
    >
      {isOff ? (
        <EmptyState>
          <Trans>The operator of this service has turned the request log off, so no requests are kept.</Trans>
        </EmptyState>
      ) : (
        <>
          <div className="mb-4">
            <RequestFilter
              filters={filters}
              keys={keys}
              onFilter={(search) => navigate({ search, resetScroll: false })}
            />
          </div>
          <Load shape="table" lines={8} missing={t`Session or key not found in this account.`}>
            <List />
          </Load>
        </>
      )}
    </Page>
  );
}

function List() {
  const search = readRequestSearch({ ...Route.useSearch() });
  const { requests, next_cursor } = useSuspenseQuery(requestListOptions(search)).data;
  const days = useSuspenseQuery(merchantSelfOptions()).data.request_log_days;
  const users = useKnownUsers();
  if (requests.length === 0 && !next_cursor) return <Empty isFiltered={Object.keys(search).length > 0} days={days} />;
  return (
    <>
      {requests.length > 0 ? (
        <RequestTable requests={requests} names={new Map(users.map(({ id, name, alias }) => [id, name ?? alias]))} />
      ) : (
        <p role="status" className="measure text-muted">
          <Trans>No matching requests so far. Older ones may match.</Trans>
        </p>
      )}
      <CursorLinks cursor={search.cursor} next_cursor={next_cursor} />
      <p className="mt-6 text-sm text-muted">
        <Plural value={days} one="Requests are kept for # day." other="Requests are kept for # days." />
      </p>
    </>
  );
}

function Empty({ isFiltered, days }: { isFiltered: boolean; days: number }) {
  const { t } = useLingui();
  const mayMakeKeys = useMay('user.create_service_user');
  return isFiltered ? (
    <EmptyState action={<ButtonLink to="/requests" variant="secondary">{t`Show all requests`}</ButtonLink>}>
      {t`No matching requests.`}
    </EmptyState>
  ) : (
    <EmptyState
      action={mayMakeKeys && <ButtonLink to="/add-keys" variant="secondary">{t`Create API keys`}</ButtonLink>}
    >
      <Plural
        value={days}
        one="No requests yet. They appear here a second or two after the response and are kept for # day."
        other="No requests yet. They appear here a second or two after the response and are kept for # days."
      />
    </EmptyState>
  );
}
