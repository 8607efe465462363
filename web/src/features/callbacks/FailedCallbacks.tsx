import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { callbackHealthOptions, callbackListOptions, callbackListQueryKey } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { Options, SelectField } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { ProblemAlert } from '../forms/ProblemAlert';
import { LocaleLink } from '../navigation/LocaleLink';
import { CallbackTable } from './CallbackTable';
import { type Resent, resendFailed } from './resend-failed';

export const failedPage = { state: 'FAILED', limit: 5 } as const;

const HOUR_MS = 3_600_000;
const periods = { all: undefined, hour: HOUR_MS, day: 24 * HOUR_MS, week: 7 * 24 * HOUR_MS };
type Period = keyof typeof periods;

/** What did not arrive and is not tried any longer, with one button for all of it. */
export function FailedCallbacks() {
  const { t } = useLingui();
  const { callbacks, next_cursor } = useSuspenseQuery(callbackListOptions(failedPage)).data;
  const resending = useResendFailed();
  const { resend, progress } = resending;
  if (callbacks.length === 0 && resend.isIdle) return null;
  return (
    <section aria-labelledby="not-delivered" className="space-y-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h2 id="not-delivered" className="display mb-1 text-xl">{t`Not delivered`}</h2>
          <p className="measure text-muted">{t`These have used up their attempts. Once your backend responds again, resend them.`}</p>
        </div>
        <ResendAll {...resending} />
      </div>
      {resend.isPending && progress && (
        <progress
          aria-label={t`Resending`}
          max={progress.of}
          value={progress.queued + progress.refused}
          className="block w-full accent-accent"
        />
      )}
      <p role="status" className="text-sm empty:hidden">
        {resend.isSuccess && <Outcome {...resend.data} />}
      </p>
      <ProblemAlert error={resend.error} />
      {callbacks.length > 0 && <CallbackTable caption={t`Failed callbacks`} callbacks={callbacks} />}
      {next_cursor && (
        <LocaleLink to="/callbacks?state=FAILED" className="link inline-block text-sm">
          {t`All undelivered callbacks`}
        </LocaleLink>
      )}
    </section>
  );
}

function useResendFailed() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<Resent>();
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const resend = useMutation({
    mutationFn(period: Period) {
      stop.current = new AbortController();
      const length = periods[period];
      return resendFailed({
        since: length === undefined ? undefined : new Date(Date.now() - length).toISOString(),
        signal: stop.current.signal,
        onProgress: setProgress,
      });
    },
    async onSettled() {
      for (const queryKey of [callbackListQueryKey(), callbackHealthOptions().queryKey])
        await queryClient.invalidateQueries({ queryKey });
    },
  });
  return { resend, progress };
}

function ResendAll({ resend, progress }: ReturnType<typeof useResendFailed>) {
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
        {resend.isPending && progress ? (
          <Trans>
            {progress.queued + progress.refused} of {progress.of}
          </Trans>
        ) : (
          t`Resend all`
        )}
      </Button>
    </div>
  );
}

function Outcome({ queued, refused }: Resent) {
  return (
    <>
      <Plural
        value={queued}
        _0="Nothing to resend."
        one="# callback is sent again."
        other="# callbacks are sent again."
      />{' '}
      {refused > 0 && (
        <Plural
          value={refused}
          one="# was left out: it is pending already, or has reached its limit of attempts."
          other="# were left out: they are pending already, or have reached their limit of attempts."
        />
      )}
    </>
  );
}
