import { Trans } from '@lingui/react/macro';

import type { ReactNode } from 'react';
import { StateMark } from '../../ui/Badge';
import type { CallbackRefusal } from './check-signature';

/** Why a signature is not correct, and the usual cause. */
export function SignatureFinding({ code, missing }: { code: CallbackRefusal; missing: string[] }) {
  const names = missing.join(', ');
  const findings: Record<CallbackRefusal, [finding: ReactNode, remedy: ReactNode]> = {
    missing_header: [
      <Trans key="f">A header is missing: {names}</Trans>,
      <Trans key="r">Hand all three to the check. A proxy or a framework may have dropped or renamed them.</Trans>,
    ],
    wrong_secret: [
      <Trans key="f">This is no signing secret.</Trans>,
      <Trans key="r">It begins with whsec_ and stands under “Signing secret”. Secrets of API keys sign nothing.</Trans>,
    ],
    parsed_body: [
      <Trans key="f">The body was parsed before it was checked.</Trans>,
      <Trans key="r">Check the bytes of the request, and parse them afterwards.</Trans>,
    ],
    truncated: [
      <Trans key="f">The body or the signature was cut off.</Trans>,
      <Trans key="r">Look for a limit on the length of bodies or headers in your log, proxy or framework.</Trans>,
    ],
    reserialized_body: [
      <Trans key="f">The body was parsed and written again.</Trans>,
      <Trans key="r">
        It has other spaces, escapes or another order than what was signed. Check the raw body, before any JSON parser.
      </Trans>,
    ],
    old_key: [
      <Trans key="f">The signature was not made with this secret, or the body was changed.</Trans>,
      <Trans key="r">
        Most often the secret is that of another account, or one from before a rotation. Compare it with the one on the
        page of callbacks.
      </Trans>,
    ],
    clock_skew: [
      <Trans key="f">The time of the callback is no time.</Trans>,
      <Trans key="r">The header webhook-timestamp holds seconds since 1970.</Trans>,
    ],
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
