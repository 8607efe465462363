import { Trans } from '@lingui/react/macro';
import type { VerificationSession } from '@sigill/sdk/portal';
import { Button } from '../../ui/Button';
import { CodeBlock } from '../../ui/CodeBlock';
import { saveText } from '../files/download';

const LONGEST = 80;

/** The session as `session.get` answers it. Images are cut on the screen, and whole in the file. */
export function SessionJson({ session }: { session: VerificationSession }) {
  const shown = JSON.stringify(
    session,
    (_, value) =>
      typeof value === 'string' && value.length > LONGEST && /^[A-Za-z0-9+/=]+$/.test(value)
        ? `${value.slice(0, 20)}…`
        : value,
    2,
  );
  return (
    <details className="min-w-0">
      <summary className="cursor-pointer font-medium">
        <Trans>As JSON</Trans>
      </summary>
      <CodeBlock tabs={[{ label: 'JSON', code: shown }]} className="mt-4" />
      <Button
        variant="secondary"
        size="small"
        className="mt-3"
        onClick={() => saveText(JSON.stringify(session, null, 2), `session-${session.id}.json`, 'application/json')}
      >
        <Trans>Save the whole</Trans>
      </Button>
    </details>
  );
}
