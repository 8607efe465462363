import { Trans, useLingui } from '@lingui/react/macro';
import type { SigningSecret as Secret } from '@sigill/sdk/portal';
import { callbackRotateSecretMutation, callbackSecretOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { CopyButton } from '../../ui/CopyButton';
import { Icon } from '../../ui/Icon';
import { Time } from '../../ui/Time';
import { useToast } from '../../ui/Toast';
import { ConfirmButton } from '../forms/ConfirmButton';

/** How long callbacks are also signed with the previous secret. */
const overlap_hours = 24;

export function SigningSecret() {
  const { t } = useLingui();
  const { data: held } = useSuspenseQuery(callbackSecretOptions());
  const [shown, show] = useState(false);
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-hairline bg-raised px-4 py-2">
        <code className="min-w-0 grow font-mono text-sm break-all">
          {shown ? (
            held.secret
          ) : (
            <>
              <span aria-hidden="true">whsec_{'•'.repeat(12)}</span>
              <span className="sr-only">{t`Hidden`}</span>
            </>
          )}
        </code>
        <div className="-mx-3 flex flex-wrap sm:mx-0">
          <Button variant="quiet" size="small" aria-pressed={shown} onClick={() => show(!shown)}>
            <Icon name={shown ? 'eyeOff' : 'eye'} className="size-4" />
            {t`Show`}
          </Button>
          <CopyButton text={held.secret} label={t`Copy the signing secret`} />
        </div>
      </div>
      <p className="text-sm text-muted">
        <Trans>
          Created <Time value={held.created} />.
        </Trans>{' '}
        {held.previous_expires && (
          <Trans>
            The previous secret also signs until <Time value={held.previous_expires} />.
          </Trans>
        )}
      </p>
      <RotateSecret held={held} onRotated={() => show(true)} />
      <p className="measure text-sm text-muted">
        <Trans>
          Rotate it when somebody leaves, or if it may have leaked. Both secrets then work for {overlap_hours} hours, so
          no callback is lost.
        </Trans>
      </p>
    </div>
  );
}

function RotateSecret({ held, onRotated }: { held: Secret; onRotated: () => void }) {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const rotate = useMutation({
    ...callbackRotateSecretMutation(),
    onSuccess(secret) {
      queryClient.setQueryData(callbackSecretOptions().queryKey, secret);
      onRotated();
      toast(t`New signing secret created.`);
    },
  });
  return (
    <ConfirmButton
      call={rotate}
      variables={{}}
      size="small"
      button={
        <>
          <Icon name="replay" className="size-4" />
          {t`Rotate the secret`}
        </>
      }
      title={t`Rotate the signing secret?`}
      confirm={t`Rotate`}
    >
      <div className="space-y-3">
        <p>
          <Trans>
            A new secret is created now. Both secrets work for {overlap_hours} hours: each callback is signed with both.
          </Trans>
        </p>
        <p>{t`Update your backend within that time. After that, the current secret no longer signs anything.`}</p>
        {held.previous_expires && <p>{t`The secret from before the last rotation stops working immediately.`}</p>}
      </div>
    </ConfirmButton>
  );
}
