import { useLingui } from '@lingui/react/macro';
import { StateMark } from '../../ui/Badge';
import type { CallbackRefusal } from './check-signature';

/** Why a signature is not correct, and the usual cause. */
export function SignatureFinding({ code, missing }: { code: CallbackRefusal; missing: string[] }) {
  const { t } = useLingui();
  const names = missing.join(', ');
  const findings: Record<CallbackRefusal, [finding: string, remedy: string]> = {
    missing_header: [
      t`A header is missing: ${names}`,
      t`Pass all three to the check. A proxy or framework may have dropped or renamed them.`,
    ],
    wrong_secret: [
      t`This is not a signing secret.`,
      t`Signing secrets start with whsec_ and are shown under “Signing secret”. API key secrets don’t sign callbacks.`,
    ],
    parsed_body: [t`The body was parsed before the check.`, t`Verify the raw request body first, then parse it.`],
    truncated: [
      t`The body or the signature is truncated.`,
      t`Check your log, proxy or framework for a size limit on bodies or headers.`,
    ],
    reserialized_body: [
      t`The body was parsed and serialized again.`,
      t`Its spacing, escaping or key order differs from what was signed. Check the raw body, before any JSON parser.`,
    ],
    old_key: [
      t`The signature was made with another secret, or the body was changed.`,
      t`Usually the secret belongs to another account or predates a rotation. Compare it with the one on the Callbacks page.`,
    ],
    clock_skew: [t`The timestamp is not valid.`, t`The webhook-timestamp header contains seconds since 1970.`],
  };
  const [finding, remedy] = findings[code];
  return (
    <div className="space-y-2">
      <StateMark tone="bad">
        <span className="whitespace-normal">{finding}</span>
      </StateMark>
      <p className="measure text-sm text-muted">{remedy}</p>
    </div>
  );
}
