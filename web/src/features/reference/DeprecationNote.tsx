import { Trans, useLingui } from '@lingui/react/macro';
import type { Operation } from './operation';

/** Since when a call is deprecated and how long it is guaranteed to work; nothing for all others. */
export function DeprecationNote({ operation }: { operation: Operation }) {
  const { i18n } = useLingui();
  const { deprecated, 'x-deprecated-since': since, 'x-sunset': sunset } = operation;
  if (!deprecated || !since || !sunset) return null;
  const day = (date: string) => i18n.date(`${date}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <p className="mt-3 rounded-md border-l-4 border-warning bg-warning-wash px-4 py-3 text-sm">
      <Trans>
        Deprecated since {day(since)}. It will work until at least {day(sunset)}.
      </Trans>
    </p>
  );
}
