import { Trans, useLingui } from '@lingui/react/macro';
import type { AuditListParams } from '@sigill/sdk/portal';
import { auditListOptions } from '@sigill/sdk/portal/react-query';
import { auditExport } from '@sigill/sdk/portal/streams';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useKnownUsers, usersOptions } from '../../../api/whole-lists';
import { AuditFilters } from '../../../features/audit/AuditFilters';
import { AuditTable } from '../../../features/audit/AuditTable';
import { filterOf } from '../../../features/audit/audit-filter';
import { type AuditSearch, readAuditSearch } from '../../../features/audit/audit-search';
import { DownloadCsv } from '../../../features/billing/DownloadCsv';
import { CursorLinks } from '../../../features/loading/CursorLinks';
import { EmptyList } from '../../../features/loading/EmptyList';
import { Load } from '../../../features/loading/Load';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/audit-log')({
  // The component reads the parameters, because the router would restore any that are dropped here.
  validateSearch: (raw: Record<string, unknown>) => raw as AuditSearch,
  loader: ({ context }) => context.prefetch(usersOptions()),
  component: AuditLog,
});

function AuditLog() {
  const { t, i18n } = useLingui();
  const search = readAuditSearch({ ...Route.useSearch() });
  const navigate = Route.useNavigate();
  const users = useKnownUsers();
  const filter = filterOf(search, i18n);
  return (
    <Page
      title={t`Audit log`}
      actions={
        filter && (
          <div className="ms-auto">
            <DownloadCsv load={() => exported(filter)}>{t`Export as CSV`}</DownloadCsv>
          </div>
        )
      }
      lead={
        <Trans>
          Who did what in this account, and who looked at whose identity data. Entries cannot be changed or removed.
        </Trans>
      }
    >
      <div data-print="hidden" className="mb-3">
        <AuditFilters search={search} users={users} onSearch={(search) => navigate({ search, resetScroll: false })} />
      </div>
      <Load shape="table" lines={10} missing={t`This page of the log does not exist.`}>
        {filter ? <Entries filter={filter} /> : <NoEntries />}
      </Load>
    </Page>
  );
}

/** Exports all entries that match the filters, not only those on the page. */
const exported = ({ cursor: _, limit: __, ...filter }: AuditListParams) => auditExport({ format: 'csv', ...filter });

function Entries({ filter }: { filter: AuditListParams }) {
  const { entries, next_cursor } = useSuspenseQuery(auditListOptions({ limit: 50, ...filter })).data;
  const { users } = useSuspenseQuery(usersOptions()).data;
  if (entries.length === 0) return <NoEntries />;
  return (
    <>
      <AuditTable entries={entries} users={users} />
      <CursorLinks cursor={filter.cursor} next_cursor={next_cursor} />
    </>
  );
}

// Every account has an entry for its first sign-up, so only filters can leave the list empty.
const NoEntries = () => <EmptyList filtered>{null}</EmptyList>;
