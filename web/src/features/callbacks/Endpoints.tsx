import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountEndpoint } from '@sigill/sdk/portal';
import {
  callbackEndpointDeleteMutation,
  callbackEndpointListOptions,
  callbackEndpointListQueryKey,
  callbackEndpointUpdateMutation,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/role';
import { Button } from '../../ui/Button';
import { EmptyState } from '../../ui/EmptyState';
import { Icon } from '../../ui/Icon';
import { useToast } from '../../ui/Toast';
import { useMayOpen } from '../app/may-open';
import { ConfirmButton } from '../forms/ConfirmButton';
import { ProblemAlert } from '../forms/ProblemAlert';
import { TextLink } from '../navigation/LocaleLink';
import { RowLink, RowLinks } from '../navigation/RowLinks';
import { EndpointDialog } from './EndpointDialog';
import { EndpointSummary } from './EndpointSummary';
import { ExampleCallback } from './ExampleCallback';
import { endpointPage } from './endpoint-host';
import { ReplayDialog } from './ReplayDialog';

export function Endpoints() {
  const { t } = useLingui();
  const mayChange = useMay('callback_endpoint.create');
  const { endpoints } = useSuspenseQuery(callbackEndpointListOptions(endpointPage)).data;
  if (endpoints.length === 0)
    return (
      <EmptyState action={mayChange && <AddEndpoint />}>
        {t`No endpoints yet. An endpoint receives the events of every session, including those without a callback URL.`}
      </EmptyState>
    );
  return (
    <div className="space-y-6">
      <ul className="divide-y divide-hairline border-y border-hairline">
        {endpoints.map((endpoint) => (
          <Endpoint key={endpoint.id} endpoint={endpoint} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange && <AddEndpoint />}
      {endpoints.length < MANY && <Beside />}
    </div>
  );
}

/** From this many endpoints, the list fills the page, and the example and the links below it are left out. */
const MANY = 4;

function Beside() {
  const { t } = useLingui();
  const mayOpen = useMayOpen();
  return (
    <div className="grid gap-x-16 gap-y-8 pt-6 xl:grid-cols-2">
      <ExampleCallback />
      <RowLinks>
        {mayOpen('/callback-test') && <RowLink to="/callback-test">{t`Send a test`}</RowLink>}
        {mayOpen('/callback-secret') && <RowLink to="/callback-secret">{t`Signing secret`}</RowLink>}
        <RowLink to="/callbacks">{t`All callbacks`}</RowLink>
      </RowLinks>
    </div>
  );
}

function AddEndpoint() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Trans>Add an endpoint</Trans>
      </Button>
      {open && <EndpointDialog onClose={() => setOpen(false)} />}
    </>
  );
}

type Props = { endpoint: AccountEndpoint; mayChange: boolean };

function Endpoint({ endpoint, mayChange }: Props) {
  const { id, url } = endpoint;
  return (
    <li className="grid gap-x-8 gap-y-4 py-5 sm:grid-cols-[1fr_auto]">
      <EndpointSummary endpoint={endpoint} url={<TextLink to={`/callback-endpoint/${id}`}>{url}</TextLink>} />
      <Actions endpoint={endpoint} mayChange={mayChange} />
    </li>
  );
}

function Actions({ endpoint, mayChange }: Props) {
  const { id, url, enabled } = endpoint;
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [dialog, open] = useState<'edit' | 'replay'>();
  const done = (text: string) => async () => {
    toast(text);
    await queryClient.invalidateQueries({ queryKey: callbackEndpointListQueryKey() });
  };
  const turn = useMutation({
    ...callbackEndpointUpdateMutation(),
    onSuccess: ({ enabled }) => done(enabled ? t`Endpoint switched on.` : t`Endpoint switched off.`)(),
  });
  const remove = useMutation({ ...callbackEndpointDeleteMutation(), onSuccess: done(t`Endpoint deleted.`) });
  return (
    <div className="space-y-3 sm:col-span-2">
      <div className="flex flex-wrap gap-3">
        {mayChange && (
          <Button variant="secondary" size="small" aria-label={t`Edit ${url}`} onClick={() => open('edit')}>
            <Icon name="pen" className="size-4" />
            <Trans>Edit</Trans>
          </Button>
        )}
        {enabled && (
          <Button
            variant="secondary"
            size="small"
            aria-label={t`Replay events to ${url}`}
            onClick={() => open('replay')}
          >
            <Icon name="replay" className="size-4" />
            <Trans>Replay events</Trans>
          </Button>
        )}
        {mayChange && (
          <>
            <Button
              variant="secondary"
              size="small"
              loading={turn.isPending}
              aria-label={enabled ? t`Switch off ${url}` : t`Switch on ${url}`}
              onClick={() => turn.mutate({ id, enabled: !enabled })}
            >
              {enabled ? <Trans>Switch off</Trans> : <Trans>Switch on</Trans>}
            </Button>
            <ConfirmButton
              danger
              size="small"
              call={remove}
              variables={{ id }}
              button={<Trans>Delete</Trans>}
              title={t`Delete this endpoint?`}
              confirm={t`Delete the endpoint`}
            >
              <p className="wrap-anywhere">
                <Trans>
                  Nothing more is sent to <span className="font-mono text-sm">{url}</span>. Events stay available for 30
                  days for other endpoints.
                </Trans>
              </p>
            </ConfirmButton>
          </>
        )}
      </div>
      <ProblemAlert error={turn.error} />
      {dialog === 'edit' && <EndpointDialog endpoint={endpoint} onClose={() => open(undefined)} />}
      {dialog === 'replay' && <ReplayDialog endpoint={endpoint} onClose={() => open(undefined)} />}
    </div>
  );
}
