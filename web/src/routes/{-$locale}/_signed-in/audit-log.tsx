import { Trans, useLingui } from '@lingui/react/macro';
import { auditListOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { usersOptions } from '../../../api/whole-lists';
import { AuditTable } from '../../../features/audit/AuditTable';
import { CursorLinks } from '../../../features/loading/CursorLinks';
import { Load } from '../../../features/loading/Load';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/audit-log')({
  validateSearch: ({ cursor }: Record<string, unknown>) => ({
    ...(cursor !== undefined && { cursor: String(cursor) }),
  }),
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(auditListOptions(deps));
    void queryClient.prefetchQuery(usersOptions());
  },
  component: AuditLog,
});

function AuditLog() {
  const { t } = useLingui();
  return (
    <Page
      title={t`Audit log`}
      lead={<Trans>Who did what in this account, newest first. Entries cannot be changed or removed.</Trans>}
    >
      <Load shape="table" lines={10} missing={t`This page of the log does not exist.`}>
        <Entries />
      </Load>
    </Page>
  );
}

function Entries() {
  const search = Route.useSearch();
  const { entries, next_cursor } = useSuspenseQuery(auditListOptions(search)).data;
  const { users } = useSuspenseQuery(usersOptions()).data;
  return (
    <>
      <AuditTable entries={entries} users={users} />
      <CursorLinks cursor={search.cursor} next_cursor={next_cursor} />
    </>
  );
}
