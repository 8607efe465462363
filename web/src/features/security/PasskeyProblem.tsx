import { useLingui } from '@lingui/react/macro';
import { Alert } from '../../ui/Alert';
import { ProblemAlert } from '../forms/ProblemAlert';
import { PasskeyCancelled } from './browser-passkeys';

export function PasskeyProblem({ error }: { error: unknown }) {
  const { t } = useLingui();
  if (!(error instanceof PasskeyCancelled)) return <ProblemAlert error={error} />;
  return <Alert>{t`No passkey was used. Try again, or choose another way.`}</Alert>;
}
