import { Trans, useLingui } from '@lingui/react/macro';
import type { Component, ComponentState } from '../../../../openapi/facts/status.ts';

/** `silent`: the service does not respond. */
export type Seen = ComponentState | 'silent';

export const tones: Record<Seen, string> = {
  operational: 'text-accent',
  degraded: 'text-warning',
  down: 'text-danger',
  silent: 'text-danger',
};

/** Drawn on a grid of 40. The marks differ, because colour must not be the only cue. */
export const marks: Record<Seen, string> = {
  operational: 'M13 20.5l5 5 9.5-11',
  degraded: 'M20 12v10M20 27v.5',
  down: 'M14 14l12 12M26 14L14 26',
  silent: 'M13 20h14',
};

export function StateWord({ state }: { state: ComponentState }) {
  if (state === 'operational') return <Trans>Operational</Trans>;
  return state === 'degraded' ? <Trans>Degraded</Trans> : <Trans>Down</Trans>;
}

export function useComponentName(): (name: Component) => string {
  const { t } = useLingui();
  const names: Record<Component, string> = {
    api: t`API`,
    verification: t`Verification`,
    callbacks: t`Callbacks`,
    mail: t`Email`,
    cards: t`Cards`,
    trust: t`Trust lists`,
    database: t`Database`,
  };
  return (name) => names[name];
}
