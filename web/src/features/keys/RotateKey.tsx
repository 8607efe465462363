import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { userRotateServiceUserMutation } from '@sigill/sdk/portal/react-query';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { ConfirmDialog } from '../forms/ConfirmDialog';
import { KeyCertificate } from './KeyCertificate';

/** The hours for which the current secret may still be accepted. The contract allows up to a week. */
const grace_hours = [0, 1, 24, 72, 168];
const usual_grace_hours = 24;

/**
 * A button that gives an API key a new secret, for a row of actions. It first says what happens to the current secret, and shows the new
 * one below the row.
 */
export function RotateKey({ user, size }: { user: AccountUser; size?: 'regular' | 'small' }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const rotate = useMutation({
    ...userRotateServiceUserMutation(),
    // The secret is shown once and never stored.
    gcTime: 0,
    onSuccess: () => setDialogOpen(false),
  });
  return (
    <>
      <Button variant="secondary" size={size} onClick={() => setDialogOpen(true)}>
        <Icon name="replay" className="size-4" />
        <Trans>Rotate the secret</Trans>
      </Button>
      <RotateDialog
        open={isDialogOpen}
        onClose={() => setDialogOpen(false)}
        pending={rotate.isPending}
        error={rotate.error}
        onRotate={(grace_period_hours) => rotate.mutate({ id: user.id, grace_period_hours })}
      />
      {rotate.data && (
        <div className="order-last basis-full pt-6">
          <KeyCertificate key={rotate.data.secret} keys={rotate.data} name={user.name} />
        </div>
      )}
    </>
  );
}

type Props = {
  open: boolean;
  onClose: () => void;
  pending: boolean;
  error: unknown;
  onRotate: (grace_period_hours: number) => void;
};

function RotateDialog({ open, onClose, pending, error, onRotate }: Props) {
  const { t } = useLingui();
  const [hours, choose] = useState(usual_grace_hours);
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      title={<Trans>Rotate the secret?</Trans>}
      confirm={<Trans>Rotate</Trans>}
      loading={pending}
      error={error}
      onConfirm={() => onRotate(hours)}
    >
      <div className="space-y-4">
        <p>
          <Trans>
            The public key stays the same. The new secret is shown once. A secret from an earlier rotation stops working
            immediately.
          </Trans>
        </p>
        <SelectField
          label={t`Current secret expires`}
          value={hours}
          onChange={({ target }) => choose(Number(target.value))}
        >
          {grace_hours.map((hours) => (
            <Grace key={hours} hours={hours} />
          ))}
        </SelectField>
        <p role="status" className={hours === 0 ? 'text-danger' : 'text-muted'}>
          {hours === 0 ? (
            <Trans>Requests with the current secret are refused immediately.</Trans>
          ) : (
            <Trans>Both secrets work until then, so you can switch without downtime.</Trans>
          )}
        </p>
      </div>
    </ConfirmDialog>
  );
}

function Grace({ hours }: { hours: number }) {
  const days = hours / 24;
  return (
    <option value={hours}>
      {hours === 0 ? (
        <Trans>immediately</Trans>
      ) : days > 1 ? (
        <Plural value={days} one="in # day" other="in # days" />
      ) : (
        <Plural value={hours} one="in # hour" other="in # hours" />
      )}
    </option>
  );
}
