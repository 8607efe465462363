import { Trans } from '@lingui/react/macro';
import type { ComponentState } from '../../../../openapi/facts/status.ts';

/** The status of a component in one word. */
export function StateWord({ state }: { state: ComponentState }) {
  if (state === 'operational') return <Trans>Works</Trans>;
  return state === 'degraded' ? <Trans>Disturbed</Trans> : <Trans>Down</Trans>;
}
