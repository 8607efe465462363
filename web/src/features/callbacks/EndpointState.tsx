import { Trans, useLingui } from '@lingui/react/macro';
import type { CallbackHost } from '@sigill/sdk/portal';
import { StateMark } from '../../ui/Badge';
import { Time } from '../../ui/Time';

export function EndpointState({ enabled, host }: { enabled: boolean; host: CallbackHost | undefined }) {
  const { t } = useLingui();
  if (!enabled) return <StateMark tone="neutral">{t`Switched off`}</StateMark>;
  if (!host?.failing_since) return <StateMark tone="good">{t`Receiving`}</StateMark>;
  return (
    <StateMark tone="bad">
      <span>
        <Trans>
          Failing since <Time value={host.failing_since} />
        </Trans>
      </span>
    </StateMark>
  );
}
