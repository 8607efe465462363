import { Trans } from '@lingui/react/macro';
import type { ComponentState } from '../../../../openapi/facts/status.ts';

/** The status of a component in one word. */
export function StateWord({ state }: { state: ComponentState }) {
  if (state === 'operational') return <Trans>Operational</Trans>;
  return state === 'degraded' ? <Trans>Degraded</Trans> : <Trans>Down</Trans>;
}
