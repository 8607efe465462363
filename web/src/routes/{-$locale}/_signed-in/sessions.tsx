import { useLingui } from '@lingui/react/macro';
import { sessionCountOptions } from '@sigill/sdk/portal/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';
import { useMay } from '../../../api/role';
import { Load } from '../../../features/loading/Load';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { ChooseColumns } from '../../../features/session-list/columns';
import { ExportSessions } from '../../../features/session-list/ExportSessions';
import { listOptions } from '../../../features/session-list/list-options';
import { SavedViews } from '../../../features/session-list/SavedViews';
import { SessionFilters } from '../../../features/session-list/SessionFilters';
import { SessionTable } from '../../../features/session-list/SessionTable';
import { StateChips } from '../../../features/session-list/StateChips';
import { countOf, pageOf, readSearch, type SessionSearch } from '../../../features/session-list/session-search';
import { TrySpecimen } from '../../../features/specimen-session/TrySpecimen';

export const Route = createFileRoute('/{-$locale}/_signed-in/sessions')({
  // The loader and the component parse the parameters. Here, the parser would make every other screen load the failure reasons.
  validateSearch: (raw: Record<string, unknown>) => raw as SessionSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const search = readSearch({ ...deps });
    context.prefetch(listOptions(pageOf(search)), search.search === undefined && sessionCountOptions(countOf(search)));
  },
  component: Sessions,
});

function Sessions() {
  const { t } = useLingui();
  const search = readSearch({ ...Route.useSearch() });
  const mayCreate = useMay('session.create');
  const mayList = useMay('link.list');
  const navigate = Route.useNavigate();
  const [ticked, setTicked] = useState(false);
  const small = { size: 'small', variant: 'secondary' } as const;
  return (
    <Page
      title={t`Sessions`}
      actions={
        // All actions are beside the heading, or only the main one where there is no room for the others.
        <>
          {mayCreate && (
            <ButtonLink to="/new-verification" size="small" className="ms-auto xl:order-1 xl:-ms-2" data-create>
              {t`New verification`}
            </ButtonLink>
          )}
          <div className="flex flex-wrap gap-2 max-xl:w-full xl:ms-auto">
            {mayList && <ButtonLink to="/links" {...small}>{t`Reusable links`}</ButtonLink>}
            <ButtonLink to="/policies" {...small}>{t`Policies`}</ButtonLink>
            <ChooseColumns />
            <ExportSessions search={search} />
          </div>
        </>
      }
    >
      <SessionFilters search={search} onChange={(next) => navigate({ search: next, resetScroll: false })} />
      <div className={ticked ? 'hidden' : 'mb-2 flex flex-wrap items-center gap-x-4 gap-y-2'}>
        <StateChips search={search} />
        <SavedViews search={search} />
      </div>
      <Load key={JSON.stringify(search)} lines={12}>
        <SessionTable search={search} onTicked={setTicked} />
      </Load>
      {mayCreate && (
        <div className="mt-14 border-t border-hairline pt-8">
          <TrySpecimen />
        </div>
      )}
    </Page>
  );
}
