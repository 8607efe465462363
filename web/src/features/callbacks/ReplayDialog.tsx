import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AccountEndpoint } from '@sigill/sdk/portal';
import { callbackHealthOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { sigill } from '../../api/client';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { ProblemAlert } from '../forms/ProblemAlert';
import { queueAll } from './queue-all';

const HOUR_MS = 3_600_000;
const KEPT_MS = 30 * 24 * HOUR_MS;

/** The format of `datetime-local` fields: the viewer's local time, without a time zone. */
const asInput = (at: Date) => new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

export function ReplayDialog({ endpoint, onClose }: { endpoint: AccountEndpoint; onClose: () => void }) {
  const { t } = useLingui();
  const { id, url } = endpoint;
  const formId = useId();
  const queryClient = useQueryClient();
  const [now] = useState(() => new Date());
  const [from, setFrom] = useState(() => asInput(new Date(now.getTime() - 24 * HOUR_MS)));
  const [to, setTo] = useState('');
  const replay = useMutation({
    mutationFn() {
      const until = (to ? new Date(to) : new Date()).toISOString();
      const first = new Date(from).toISOString();
      return queueAll((since = first) => sigill.callbackEndpoint.replay({ id, since, until }));
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: callbackHealthOptions().queryKey }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!replay.isPending) replay.mutate();
  };
  const queued = replay.data ?? 0;
  const bounds = { min: asInput(new Date(now.getTime() - KEPT_MS + HOUR_MS)), max: asInput(now) };
  return (
    <Dialog
      open
      onClose={onClose}
      title={<Trans>Replay events</Trans>}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {replay.isSuccess ? t`Close` : t`Cancel`}
          </Button>
          <Button type="submit" form={formId} loading={replay.isPending}>{t`Replay events`}</Button>
        </>
      }
    >
      <form id={formId} method="post" className="space-y-5" onSubmit={submit}>
        <p className="wrap-anywhere">
          <Trans>
            Sends the events of a period to <span className="font-mono text-sm">{url}</span> again, with their ids, so
            that your backend can skip those it has. Events are kept for 30 days.
          </Trans>
        </p>
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2">
          <Field
            className="min-w-0"
            label={t`From`}
            type="datetime-local"
            required
            {...bounds}
            value={from}
            onChange={({ target }) => setFrom(target.value)}
          />
          <Field
            className="min-w-0"
            label={t`To`}
            optional={t`Now, if empty`}
            type="datetime-local"
            min={from}
            max={bounds.max}
            value={to}
            onChange={({ target }) => setTo(target.value)}
          />
        </div>
        <ProblemAlert error={replay.error} />
        <p role="status" className="text-sm empty:hidden">
          {replay.isSuccess &&
            (queued === 0 ? (
              <Trans>There are no events to send in this period.</Trans>
            ) : (
              <Plural value={queued} one="# event queued." other="# events queued." />
            ))}
        </p>
      </form>
    </Dialog>
  );
}
