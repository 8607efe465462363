import { Trans, useLingui } from '@lingui/react/macro';
import type { VerificationSession } from '@sigill/sdk/portal';
import { sessionAbortMutation, sessionGetOptions, sessionRedactMutation } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Time } from '../../ui/Time';
import { ConfirmButton } from '../forms/ConfirmButton';

export function AbortSession({ session: { id, state } }: { session: VerificationSession }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const abort = useMutation({
    ...sessionAbortMutation(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: sessionGetOptions({ id }).queryKey }),
  });
  if (state !== 'CREATED' && state !== 'INITIATED') return null;
  return (
    <ConfirmButton
      call={abort}
      variables={{ id }}
      button={t`Cancel the session`}
      title={t`Cancel the session?`}
      cancel={t`Keep it open`}
      danger
    >
      <p>
        <Trans>The link stops working and the person can’t continue. Your backend receives the callback.</Trans>
      </p>
    </ConfirmButton>
  );
}

export function RedactSession({ session }: { session: VerificationSession }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const redact = useMutation({
    ...sessionRedactMutation(),
    onSuccess: (redacted) => queryClient.setQueryData(sessionGetOptions({ id: session.id }).queryKey, redacted),
  });
  if (session.state !== 'APPROVED' || session.redacted) return null;
  return (
    <ConfirmButton
      call={redact}
      variables={{ id: session.id }}
      button={t`Delete the identity data`}
      title={t`Delete the identity data?`}
      confirm={t`Delete`}
      danger
    >
      <p>
        {session.identity_data_until && (
          <Trans>
            Name, document and images are destroyed now instead of on <Time value={session.identity_data_until} />. The
            result and the checks remain.
          </Trans>
        )}
      </p>
    </ConfirmButton>
  );
}
