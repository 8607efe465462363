import { useLingui } from '@lingui/react/macro';
import { sessionListOptions } from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useMay } from '../../../api/role';
import { Load } from '../../../features/loading/Load';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { ExportSessions } from '../../../features/session-list/ExportSessions';
import { SavedViews } from '../../../features/session-list/SavedViews';
import { SessionFilters } from '../../../features/session-list/SessionFilters';
import { SessionTable } from '../../../features/session-list/SessionTable';
import { filterOf, readSearch, type SessionSearch } from '../../../features/session-list/session-search';
import { TrySpecimen } from '../../../features/specimen-session/TrySpecimen';

export const Route = createFileRoute('/{-$locale}/_signed-in/sessions')({
  // Parsed in the screen. Parsing it here would make every other screen load the failure reasons.
  validateSearch: (raw: Record<string, unknown>) => raw as SessionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(sessionListOptions(filterOf(readSearch({ ...deps })))),
  component: Sessions,
});

function Sessions() {
  const { t } = useLingui();
  const search = readSearch({ ...Route.useSearch() });
  const mayCreate = useMay('session.create');
  const mayList = useMay('link.list');
  const navigate = Route.useNavigate();
  return (
    <Page title={t`Sessions`} lead={t`Every session of your account, newest first, without identity data.`}>
      <div className="mb-8 flex flex-wrap gap-3 empty:hidden">
        {mayCreate && <ButtonLink to="/new-verification" data-create>{t`New verification`}</ButtonLink>}
        {mayList && <ButtonLink to="/links" variant="secondary">{t`Reusable links`}</ButtonLink>}
      </div>
      <SessionFilters
        search={search}
        onChange={(next) => navigate({ search: next, resetScroll: false })}
        actions={
          <div className="flex flex-wrap gap-3">
            <ExportSessions search={search} />
            <ButtonLink to="/policies" variant="secondary">{t`Policies`}</ButtonLink>
          </div>
        }
      />
      <SavedViews search={search} />
      <Load key={JSON.stringify(search)} lines={12}>
        <SessionTable search={search} />
      </Load>
      {mayCreate && (
        <div className="mt-14 border-t border-hairline pt-8">
          <TrySpecimen />
        </div>
      )}
    </Page>
  );
}
