import { Plural, useLingui } from '@lingui/react/macro';
import type { FailedEndpoint } from '@sigill/sdk/portal';
import {
  callbackFailedOptions,
  callbackFailedQueryKey,
  callbackHealthOptions,
  callbackListQueryKey,
  callbackSearchOptions,
  callbackSearchQueryKey,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { sigill } from '../../api/client';
import { Button } from '../../ui/Button';
import { Options, SelectField } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { ProblemAlert } from '../forms/ProblemAlert';
import { LocaleLink, TextLink } from '../navigation/LocaleLink';
import { CallbackTable } from './CallbackTable';
import { queueAll } from './queue-all';

export const failedPage = { state: 'FAILED', limit: 5 } as const;

const HOUR_MS = 3_600_000;
const periods = { all: undefined, hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };
type Period = keyof typeof periods;

export function FailedCallbacks() {
  const { t } = useLingui();
  const { callbacks, next_cursor } = useSuspenseQuery(callbackSearchOptions(failedPage)).data;
  const { endpoints } = useSuspenseQuery(callbackFailedOptions()).data;
  const resend = useResendFailed();
  const { data: queued = 0 } = resend;
  if (callbacks.length === 0 && endpoints.length === 0 && resend.isIdle) return null;
  return (
    <section aria-labelledby="not-delivered" className="space-y-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="not-delivered" className="display mb-1 text-xl">{t`Not delivered`}</h2>
          <p className="measure text-muted">{t`These have used up their attempts. Once your backend responds again, resend them.`}</p>
        </div>
        <ResendAll resend={resend} />
      </div>
      <p role="status" className="text-sm empty:hidden">
        {resend.isSuccess && (
          <Plural
            value={queued}
            _0="Nothing to resend."
            one="# callback is sent again."
            other="# callbacks are sent again."
          />
        )}
      </p>
      <ProblemAlert error={resend.error} />
      {endpoints.length > 0 && <FailedAtEndpoints endpoints={endpoints} />}
      {callbacks.length > 0 && <CallbackTable caption={t`Failed callbacks`} callbacks={callbacks} />}
      {next_cursor && (
        <LocaleLink to="/callbacks?state=FAILED" className="link inline-block text-sm">
          {t`All undelivered callbacks`}
        </LocaleLink>
      )}
    </section>
  );
}

function FailedAtEndpoints({ endpoints }: { endpoints: FailedEndpoint[] }) {
  const { t } = useLingui();
  return (
    <ul aria-label={t`Callback endpoints`} className="divide-y divide-hairline border-y border-hairline">
      {endpoints.map(({ id, url, failed }) => (
        <li key={id} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3 text-sm">
          <TextLink to={`/callback-endpoint/${id}?state=FAILED`}>
            <span translate="no" className="font-mono wrap-anywhere">
              {url}
            </span>
          </TextLink>
          <span className="text-muted">
            <Plural value={failed} one="# event not delivered" other="# events not delivered" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function useResendFailed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn(period: Period) {
      const length = periods[period];
      return queueAll(
        (since) => sigill.callback.resendFailed(since ? { since } : {}),
        length === undefined ? undefined : new Date(Date.now() - length).toISOString(),
      );
    },
    async onSettled() {
      const lists = [callbackListQueryKey(), callbackSearchQueryKey(), callbackFailedQueryKey()];
      for (const queryKey of [...lists, callbackHealthOptions().queryKey])
        await queryClient.invalidateQueries({ queryKey });
    },
  });
}

function ResendAll({ resend }: { resend: ReturnType<typeof useResendFailed> }) {
  const { t } = useLingui();
  const [period, setPeriod] = useState<Period>('all');
  const names: [Period, string][] = [
    ['all', t`Any time`],
    ['hour', t`The last hour`],
    ['day', t`The last 24 hours`],
    ['week', t`The last 7 days`],
  ];
  return (
    <div className="flex flex-wrap items-end gap-3">
      <SelectField
        label={t`From`}
        value={period}
        className="w-44"
        onChange={({ target }) => setPeriod(target.value as Period)}
      >
        <Options names={names} />
      </SelectField>
      <Button loading={resend.isPending} onClick={() => resend.mutate(period)}>
        <Icon name="replay" className="size-4" />
        {t`Resend all`}
      </Button>
    </div>
  );
}
