import { Trans } from '@lingui/react/macro';
import { Alert } from '../../ui/Alert';
import { ProblemAlert } from '../forms/ProblemAlert';
import { PasskeyCancelled } from './browser-passkeys';

/** Why a passkey failed. */
export function PasskeyProblem({ error }: { error: unknown }) {
  if (!(error instanceof PasskeyCancelled)) return <ProblemAlert error={error} />;
  return (
    <Alert>
      <Trans>No passkey was used. Try again, or choose another way.</Trans>
    </Alert>
  );
}
