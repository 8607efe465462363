import type { VerificationSession } from '@sigill/sdk/portal';
import { MarkControl } from './MarkControl';
import { SessionNotes } from './SessionNotes';

/** Left out when the page is printed. */
export function SessionTeam({ session }: { session: VerificationSession }) {
  return (
    <div className="space-y-6">
      <MarkControl session_id={session.id} />
      <SessionNotes session={session} />
    </div>
  );
}
