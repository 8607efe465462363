import { Trans, useLingui } from '@lingui/react/macro';
import { SigillError } from '@sigill/sdk';
import { Alert } from '../../ui/Alert';
import { ProblemAlert } from '../forms/ProblemAlert';

export function PaymentProblem({ error }: { error: unknown }) {
  const { i18n } = useLingui();
  const code = error instanceof SigillError ? error.code : undefined;
  // The bill, which is shown above, says why.
  if (code === 'payment_declined')
    return (
      <Alert>
        <Trans>The payment was declined.</Trans>
      </Alert>
    );
  const seconds = Number(code === 'payment_limit' && error instanceof SigillError && error.headers.get('retry-after'));
  if (!seconds) return <ProblemAlert error={error} />;
  const time = minuteOf(new Date(Date.now() + seconds * 1000), i18n.locale);
  return (
    <Alert>
      <Trans>This card was declined before. Use another card, or try again after {time}.</Trans>
    </Alert>
  );
}

export const minuteOf = (at: Date, locale: string) =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(at);
