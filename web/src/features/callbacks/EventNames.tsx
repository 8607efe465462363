import { useLingui } from '@lingui/react/macro';
import type { EventType } from '@sigill/sdk/portal';

/** The events that an endpoint receives. */
export function EventNames({ types }: { types: EventType[] | undefined }) {
  const { t } = useLingui();
  return (
    <span className="flex flex-wrap gap-x-3 text-sm text-muted">
      {types ? (
        types.map((type) => (
          <span key={type} translate="no" className="font-mono text-xs leading-5">
            {type}
          </span>
        ))
      ) : (
        <span>{t`All events`}</span>
      )}
    </span>
  );
}
