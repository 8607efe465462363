import type { VerificationSession } from '@sigill/sdk/portal';
import { CheckMarks } from '../../ui/CheckMarks';
import { DocumentRemarks } from './DocumentRemarks';
import { FailureAlert } from './FailureAlert';
import { SessionDocument } from './SessionDocument';
import { useChecks } from './session-checks';

/** How a session ended: the document or the reason, the five checks, and any remarks. */
export function SessionResult({ session }: { session: VerificationSession }) {
  const chip = 'chip' in session ? session.chip : undefined;
  const checks = useChecks(chip);
  return (
    <div className="space-y-8">
      {'failure' in session && <FailureAlert state={session.state} failure={session.failure} />}
      {session.state === 'APPROVED' && <SessionDocument session={session} />}
      {chip && <CheckMarks checks={checks} className="sm:grid-cols-2" />}
      {chip && <DocumentRemarks chip={chip} />}
    </div>
  );
}
