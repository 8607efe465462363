import { Trans, useLingui } from '@lingui/react/macro';
import {
  callbackEndpointDeliveriesOptions,
  callbackEndpointGetOptions,
  callbackHealthOptions,
} from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute, notFound } from '@tanstack/react-router';
import { useState } from 'react';
import { type CallbackSearch, readCallbackSearch } from '../../../features/callbacks/callback-search';
import { callbackStates, useCallbackWords } from '../../../features/callbacks/callback-states';
import { DeliveryTable } from '../../../features/callbacks/DeliveryTable';
import { EndpointSummary } from '../../../features/callbacks/EndpointSummary';
import { ReplayDialog } from '../../../features/callbacks/ReplayDialog';
import { CursorLinks } from '../../../features/loading/CursorLinks';
import { EmptyList } from '../../../features/loading/EmptyList';
import { Load } from '../../../features/loading/Load';
import { Missing } from '../../../features/loading/Missing';
import { Page } from '../../../features/page/Page';
import { isId } from '../../../features/requests/request-search';
import { Button } from '../../../ui/Button';
import { Options, SelectField } from '../../../ui/Field';
import { Icon } from '../../../ui/Icon';
import { Time } from '../../../ui/Time';

type Search = Pick<CallbackSearch, 'state' | 'cursor'>;

/** Called only in the loader and the component, so that other screens do not load the parser. */
const readSearch = ({ state, cursor }: Record<string, unknown>): Search => readCallbackSearch({ state, cursor });

export const Route = createFileRoute('/{-$locale}/_signed-in/callback-endpoint/$id')({
  validateSearch: (raw: Record<string, unknown>) => raw as Search,
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, params: { id } }) => {
    if (!isId(id)) throw notFound();
    context.prefetch(
      callbackEndpointGetOptions({ id: Number(id) }),
      callbackHealthOptions(),
      callbackEndpointDeliveriesOptions({ id: Number(id), ...readSearch(deps) }),
    );
  },
  component: CallbackEndpoint,
});

function CallbackEndpoint() {
  const { t } = useLingui();
  const id = Number(Route.useParams().id);
  return (
    <Page back={{ to: '/callback-endpoints', name: t`Callback endpoints` }} title={t`Endpoint`}>
      <Load
        shape="facts"
        lines={4}
        missing={
          <Missing list={{ to: '/callback-endpoints', name: t`All endpoints` }} what={t`No endpoint has this id.`}>
            {t`It may have been deleted, or belong to another account.`}
          </Missing>
        }
      >
        <Details id={id} />
        <div className="mt-8">
          <div className="mb-6 grid items-end gap-x-8 gap-y-4 sm:grid-cols-[1fr_auto]">
            <div>
              <h2 className="display mb-1 text-xl">{t`Recent deliveries`}</h2>
              <p className="measure text-muted">
                {t`The events of the last 30 days, newest first, with the outcome of the last attempt.`}
              </p>
            </div>
            <div className="flex flex-wrap items-end gap-3">
              <Filter />
              <Replay id={id} />
            </div>
          </div>
          <Load shape="table" lines={8}>
            <List id={id} />
          </Load>
        </div>
      </Load>
    </Page>
  );
}

function Details({ id }: { id: number }) {
  const { data: endpoint } = useSuspenseQuery(callbackEndpointGetOptions({ id }));
  return (
    <div className="grid gap-x-8 gap-y-4 border-y border-hairline py-5 sm:grid-cols-[1fr_auto]">
      <EndpointSummary endpoint={endpoint}>
        <span className="text-sm text-muted">
          <Trans>
            Created <Time value={endpoint.created} />
          </Trans>
        </span>
      </EndpointSummary>
    </div>
  );
}

function Replay({ id }: { id: number }) {
  const { data: endpoint } = useSuspenseQuery(callbackEndpointGetOptions({ id }));
  const [isOpen, setOpen] = useState(false);
  if (!endpoint.enabled) return null;
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Icon name="replay" className="size-4" />
        <Trans>Replay events</Trans>
      </Button>
      {isOpen && <ReplayDialog endpoint={endpoint} onClose={() => setOpen(false)} />}
    </>
  );
}

function Filter() {
  const { t } = useLingui();
  const { state } = readSearch(Route.useSearch());
  const navigate = Route.useNavigate();
  const words = useCallbackWords();
  return (
    <search className="block w-44">
      <SelectField
        label={t`Delivery`}
        value={state ?? ''}
        onChange={({ target }) => navigate({ search: readSearch({ state: target.value }), resetScroll: false })}
      >
        <option value="">{t`All`}</option>
        <Options names={callbackStates.map((state) => [state, words[state]])} />
      </SelectField>
    </search>
  );
}

function List({ id }: { id: number }) {
  const { t } = useLingui();
  const search = readSearch(Route.useSearch());
  const { deliveries, next_cursor } = useSuspenseQuery(callbackEndpointDeliveriesOptions({ id, ...search })).data;
  if (deliveries.length === 0)
    return (
      <EmptyList filtered={Boolean(search.state || search.cursor)}>
        {t`No deliveries yet. The next event that this endpoint receives appears here.`}
      </EmptyList>
    );
  return (
    <>
      <DeliveryTable deliveries={deliveries} />
      <CursorLinks cursor={search.cursor} next_cursor={next_cursor} />
    </>
  );
}
