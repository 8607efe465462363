import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountEndpoint, EventType } from '@sigill/sdk/portal';
import { callbackEndpointListQueryKey } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { sigill } from '../../api/client';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { useToast } from '../../ui/Toast';
import { ProblemAlert } from '../forms/ProblemAlert';

export function EndpointDialog({ endpoint, onClose }: { endpoint?: AccountEndpoint; onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [types, setTypes] = useState(endpoint?.event_types);
  const { mutate: save, isPending, error } = useSave(endpoint, onClose);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) save({ url: url.trim(), description: description.trim(), types });
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={endpoint ? <Trans>Edit the endpoint</Trans> : <Trans>Add an endpoint</Trans>}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" form={formId} loading={isPending} disabled={types?.length === 0}>
            {endpoint ? <Trans>Save</Trans> : <Trans>Add the endpoint</Trans>}
          </Button>
        </>
      }
    >
      <form id={formId} method="post" className="space-y-5" onSubmit={submit}>
        <Field
          label={t`URL`}
          type="url"
          required
          placeholder="https://"
          autoComplete="off"
          maxLength={2048}
          hint={t`Https, on a public host. Callbacks are signed with the account’s signing secret.`}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <Field
          label={t`Description`}
          optional={t`Optional`}
          autoComplete="off"
          maxLength={100}
          value={description}
          onChange={({ target }) => setDescription(target.value)}
        />
        <Types types={types} onChange={setTypes} />
        <ProblemAlert error={error} />
      </form>
    </Dialog>
  );
}

type Input = { url: string; description: string; types: EventType[] | undefined };

function useSave(endpoint: AccountEndpoint | undefined, onClose: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ url, description, types }: Input) =>
      endpoint
        ? sigill.callbackEndpoint.update({
            id: endpoint.id,
            url,
            description: description || null,
            event_types: types ?? null,
          })
        : sigill.callbackEndpoint.create({
            url,
            ...(description && { description }),
            ...(types && { event_types: types }),
          }),
    async onSuccess() {
      onClose();
      toast(endpoint ? t`Endpoint saved.` : t`Endpoint added.`);
      await queryClient.invalidateQueries({ queryKey: callbackEndpointListQueryKey() });
    },
  });
}

/** `undefined` means all events, including types that are added later. */
function Types({ types, onChange }: { types: EventType[] | undefined; onChange: (types?: EventType[]) => void }) {
  const { t } = useLingui();
  const words = useEventWords();
  const name = useId();
  const known = Object.entries(words) as [EventType, string][];
  const toggle = (type: EventType) =>
    onChange(known.map(([each]) => each).filter((each) => types?.includes(each) !== (each === type)));
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">{t`Events`}</legend>
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="radio"
          name={name}
          className="size-4 shrink-0 accent-accent"
          checked={!types}
          onChange={() => onChange()}
        />
        {t`All events, including new types`}
      </label>
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="radio"
          name={name}
          className="size-4 shrink-0 accent-accent"
          checked={types !== undefined}
          onChange={() => onChange(['session.state_changed'])}
        />
        {t`Only some events`}
      </label>
      {types && (
        <div className="mt-1 sm:ms-6">
          {known.map(([type, word]) => (
            <label key={type} className="flex items-start gap-2 py-1.5">
              <input
                type="checkbox"
                className="mt-1 size-4 shrink-0 accent-accent"
                checked={types.includes(type)}
                onChange={() => toggle(type)}
              />
              <span className="min-w-0 wrap-anywhere">
                {word}
                <span translate="no" className="block font-mono text-xs text-muted">
                  {type}
                </span>
              </span>
            </label>
          ))}
        </div>
      )}
    </fieldset>
  );
}

function useEventWords(): Record<EventType, string> {
  const { t } = useLingui();
  return {
    'session.state_changed': t`A session changes its state`,
    'session.redacted': t`A session’s identity data is deleted`,
    'session.link_renewed': t`A session’s link is renewed`,
    'account.spending_cap_near': t`The spending cap is nearly reached`,
  };
}
