import { useLingui } from '@lingui/react/macro';
import type { VerificationSession } from '@sigill/sdk/portal';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../api/later';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';
import { saveText } from '../files/download';

// Loaded on demand, because few people open it.
const CodeBlock = lazyPart(async () => (await import('../../ui/CodeBlock')).CodeBlock);

const LONGEST = 80;

/** Images are shortened on the screen, but complete in the file. */
export function SessionJson({ session }: { session: VerificationSession }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="min-w-0" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="cursor-pointer font-medium">{t`As JSON`}</summary>
      {isOpen && (
        <>
          <Suspense fallback={<Skeleton lines={6} />}>
            <CodeBlock tabs={[{ label: 'JSON', code: shown(session) }]} className="mt-4" />
          </Suspense>
          <Button
            variant="secondary"
            size="small"
            className="mt-3"
            onClick={() => saveText(JSON.stringify(session, null, 2), `session-${session.id}.json`, 'application/json')}
          >
            {t`Download full JSON`}
          </Button>
        </>
      )}
    </details>
  );
}

const shown = (session: VerificationSession) =>
  JSON.stringify(
    session,
    (_, value) =>
      typeof value === 'string' && value.length > LONGEST && /^[A-Za-z0-9+/=]+$/.test(value)
        ? `${value.slice(0, 20)}…`
        : value,
    2,
  );
