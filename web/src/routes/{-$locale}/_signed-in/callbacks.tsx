import { useLingui } from '@lingui/react/macro';
import type { CallbackState } from '@sigill/sdk/portal';
import { callbackHealthOptions, callbackListOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { CallbackTable } from '../../../features/callbacks/CallbackTable';
import { CallbackTabs } from '../../../features/callbacks/CallbackTabs';
import { callbackStates, useCallbackWords } from '../../../features/callbacks/callback-states';
import { EndpointHealth } from '../../../features/callbacks/EndpointHealth';
import { FailedCallbacks, failedPage } from '../../../features/callbacks/FailedCallbacks';
import { CursorLinks } from '../../../features/loading/CursorLinks';
import { EmptyList } from '../../../features/loading/EmptyList';
import { Load } from '../../../features/loading/Load';
import { ButtonLink } from '../../../features/navigation/LocaleLink';
import { Page } from '../../../features/page/Page';
import { isId } from '../../../features/requests/request-search';
import { Button } from '../../../ui/Button';
import { Field, Options, SelectField } from '../../../ui/Field';

const readSearch = ({ state, session_id, cursor }: Record<string, unknown>) => ({
  ...(callbackStates.includes(state as CallbackState) && { state: state as CallbackState }),
  ...(isId(session_id) && { session_id: Number(session_id) }),
  ...(cursor !== undefined && { cursor: String(cursor) }),
});

export const Route = createFileRoute('/{-$locale}/_signed-in/callbacks')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ context: { queryClient }, deps }) => {
    void queryClient.prefetchQuery(callbackListOptions(deps));
    void queryClient.prefetchQuery(callbackHealthOptions());
    if (Object.keys(deps).length === 0) void queryClient.prefetchQuery(callbackListOptions(failedPage));
  },
  component: Callbacks,
});

function Callbacks() {
  const { t } = useLingui();
  const { state, session_id, cursor } = Route.useSearch();
  const isWhole = !(state || session_id || cursor);
  return (
    <Page title={t`Callbacks`} lead={t`Events sent to your backends, and whether they were delivered.`}>
      <CallbackTabs />
      {/* All at once: the height of the first part is unknown until it has loaded, and would move everything below it. */}
      <Load shape="table" lines={8}>
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
          <section aria-labelledby="deliveries">
            <h2 id="deliveries" className="display mb-1 text-xl">{t`Deliveries`}</h2>
            <p className="mb-6 measure text-muted">
              {t`Sent to sessions’ own callback URLs, newest first. Open a callback to see its attempts or resend it.`}
            </p>
            <Filter />
            <Load shape="table" lines={8}>
              <List />
            </Load>
          </section>
        </div>
      </Load>
    </Page>
  );
}

/** The filters are kept in the address: they survive a reload, and the address can be sent to a colleague. */
function Filter() {
  const { t } = useLingui();
  const { state, session_id } = Route.useSearch();
  const navigate = Route.useNavigate();
  const words = useCallbackWords();
  const filter = (change: Record<string, unknown>) =>
    navigate({ search: readSearch({ state, session_id, ...change }), resetScroll: false });
  return (
    <search>
      <form
        className="mb-8 grid measure items-end gap-4 sm:grid-cols-[12rem_1fr_auto]"
        onSubmit={(event) => {
          event.preventDefault();
          void filter({ session_id: new FormData(event.currentTarget).get('session_id') });
        }}
      >
        <SelectField label={t`Delivery`} value={state ?? ''} onChange={({ target }) => filter({ state: target.value })}>
          <option value="">{t`All`}</option>
          <Options names={callbackStates.map((state) => [state, words[state]])} />
        </SelectField>
        <Field
          key={session_id}
          name="session_id"
          label={t`Session id`}
          inputMode="numeric"
          pattern="[0-9]*"
          autoComplete="off"
          defaultValue={session_id}
        />
        <Button type="submit" variant="secondary">{t`Filter`}</Button>
      </form>
    </search>
  );
}

function List() {
  const { t } = useLingui();
  const search = Route.useSearch();
  const { callbacks, next_cursor } = useSuspenseQuery(callbackListOptions(search)).data;
  if (callbacks.length === 0)
    return (
      <EmptyList
        filtered={Boolean(search.state || search.session_id || search.cursor)}
        action={
          <ButtonLink to="/api-reference" hash="session.create" variant="secondary">
            {t`How to create a session`}
          </ButtonLink>
        }
      >
        {t`No callbacks yet. A session with a callback URL sends one on each state change.`}
      </EmptyList>
    );
  return (
    <>
      <CallbackTable caption={t`Callbacks`} callbacks={callbacks} />
      <CursorLinks cursor={search.cursor} next_cursor={next_cursor} />
    </>
  );
}
