import { useLingui } from '@lingui/react/macro';
import {
  callbackEndpointListOptions,
  callbackFailedOptions,
  callbackHealthOptions,
  callbackSearchOptions,
} from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CallbackFilters } from '../../../features/callbacks/CallbackFilters';
import { CallbackTable } from '../../../features/callbacks/CallbackTable';
import { CallbackTabs } from '../../../features/callbacks/CallbackTabs';
import { type CallbackSearch, paramsOf, readCallbackSearch } from '../../../features/callbacks/callback-search';
import { EndpointHealth } from '../../../features/callbacks/EndpointHealth';
import { endpointPage } from '../../../features/callbacks/endpoint-host';
import { FailedCallbacks, failedPage } from '../../../features/callbacks/FailedCallbacks';
import { FirstCallback } from '../../../features/callbacks/FirstCallback';
import { CursorLinks } from '../../../features/loading/CursorLinks';
import { EmptyList } from '../../../features/loading/EmptyList';
import { Load } from '../../../features/loading/Load';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/callbacks')({
  // The loader and the component parse the parameters, so that other screens do not load the parser.
  validateSearch: (raw: Record<string, unknown>) => raw as CallbackSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) => {
    const search = readCallbackSearch({ ...deps });
    context.prefetch(
      callbackSearchOptions(paramsOf(search)),
      callbackHealthOptions(),
      callbackSearchOptions(newest),
      callbackEndpointListOptions(endpointPage),
    );
    if (Object.keys(search).length > 0) return;
    context.prefetch(callbackSearchOptions(failedPage), callbackFailedOptions());
  },
  component: Callbacks,
});

/** The first page without filters, which also shows whether the account has any callbacks. */
const newest = paramsOf({});

function Callbacks() {
  const { t } = useLingui();
  return (
    <Page title={t`Callbacks`} lead={t`Events sent to your backends, and whether they were delivered.`}>
      <CallbackTabs />
      {/* One skeleton for all parts, because the height of the first is unknown, and loading it would move everything below. */}
      <Load shape="table" lines={8}>
        <Content />
      </Load>
    </Page>
  );
}

function Content() {
  const { t } = useLingui();
  const search = readCallbackSearch({ ...Route.useSearch() });
  const isWhole = Object.keys(search).length === 0;
  const any = useSuspenseQuery(callbackSearchOptions(newest)).data.callbacks.length > 0;
  const { hosts } = useSuspenseQuery(callbackHealthOptions()).data;
  const { endpoints } = useSuspenseQuery(callbackEndpointListOptions(endpointPage)).data;
  if (isWhole && !any && hosts.length === 0 && endpoints.length === 0) return <FirstCallback />;
  return (
    <div className="space-y-14">
      {isWhole && <FailedCallbacks />}
      {isWhole && (
        <section aria-labelledby="delivery-health">
          <h2 id="delivery-health" className="display mb-1 text-xl">{t`Delivery health`}</h2>
          <p className="mb-6 measure text-muted">
            {t`Callbacks in the last 7 days, by host. We email you when a host fails for half an hour.`}
          </p>
          <EndpointHealth />
        </section>
      )}
      {(any || !isWhole) && <Deliveries search={search} />}
    </div>
  );
}

function Deliveries({ search }: { search: CallbackSearch }) {
  const { t } = useLingui();
  const navigate = Route.useNavigate();
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="display mb-1 text-xl">{t`Deliveries`}</h2>
      <p className="mb-6 measure text-muted">
        {t`Sent to sessions’ own callback URLs, newest first. Open a callback to see its attempts or resend it.`}
      </p>
      <CallbackFilters search={search} onSearch={(search) => navigate({ search, resetScroll: false })} />
      <Load shape="table" lines={8}>
        <List search={search} />
      </Load>
    </section>
  );
}

function List({ search }: { search: CallbackSearch }) {
  const { t } = useLingui();
  const { callbacks, next_cursor } = useSuspenseQuery(callbackSearchOptions(paramsOf(search))).data;
  if (callbacks.length === 0 && !next_cursor) return <EmptyList filtered>{null}</EmptyList>;
  return (
    <>
      {callbacks.length > 0 ? (
        <CallbackTable caption={t`Callbacks`} callbacks={callbacks} />
      ) : (
        <p role="status" className="measure text-muted">
          {t`No matching callbacks so far. Older ones may match.`}
        </p>
      )}
      <CursorLinks cursor={search.cursor} next_cursor={next_cursor} />
    </>
  );
}
