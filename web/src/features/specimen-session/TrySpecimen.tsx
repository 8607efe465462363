import { Trans } from '@lingui/react/macro';
import { sessionCreateMutation } from '@sigill/sdk/portal/react-query';
import { useMutation } from '@tanstack/react-query';
import { Button } from '../../ui/Button';
import { ProblemAlert } from '../forms/ProblemAlert';
import { SpecimenSession } from './SpecimenSession';

/** Makes a specimen session with one press, and shows it. */
export function TrySpecimen() {
  const create = useMutation(sessionCreateMutation());
  if (create.data) return <SpecimenSession key={create.data.id} session={create.data} onClose={create.reset} />;
  return (
    <div className="mb-10 space-y-3">
      <Button variant="secondary" loading={create.isPending} onClick={() => create.mutate({ specimen: true })}>
        <Trans>Try a specimen session</Trans>
      </Button>
      <p className="measure text-sm text-muted">
        <Trans>The whole way with a specimen document. It works in production and is never billed.</Trans>
      </p>
      <ProblemAlert error={create.error} />
    </div>
  );
}
