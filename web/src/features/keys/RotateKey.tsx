import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { userRotateServiceUserMutation } from '@sigill/sdk/portal/react-query';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { ConfirmButton } from '../forms/ConfirmButton';
import { KeyCertificate } from './KeyCertificate';

/** For how many hours the current secret may still be accepted. The contract allows up to a week. */
const grace_hours = [0, 1, 24, 72, 168];
const usual_grace_hours = 24;

export function RotateKey({ user, size }: { user: AccountUser; size?: 'regular' | 'small' }) {
  const { t } = useLingui();
  const [hours, choose] = useState(usual_grace_hours);
  const rotate = useMutation({
    ...userRotateServiceUserMutation(),
    // The secret is shown once and never stored.
    gcTime: 0,
  });
  return (
    <>
      <ConfirmButton
        call={rotate}
        variables={{ id: user.id, grace_period_hours: hours }}
        size={size}
        button={
          <>
            <Icon name="replay" className="size-4" />
            {t`Rotate the secret`}
          </>
        }
        title={t`Rotate the secret?`}
        confirm={t`Rotate`}
      >
        <div className="space-y-4">
          <p>
            <Trans>
              The public key stays the same. The new secret is shown once. A secret from an earlier rotation stops
              working immediately.
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
            {hours === 0
              ? t`Requests with the current secret are refused immediately.`
              : t`Both secrets work until then, so you can switch without downtime.`}
          </p>
        </div>
      </ConfirmButton>
      {rotate.data && (
        <div className="order-last basis-full pt-6">
          <KeyCertificate key={rotate.data.secret} keys={rotate.data} name={user.name} />
        </div>
      )}
    </>
  );
}

function Grace({ hours }: { hours: number }) {
  const { t } = useLingui();
  const days = hours / 24;
  if (hours === 0) return <option value={hours}>{t`immediately`}</option>;
  return (
    <option value={hours}>
      {days > 1 ? (
        <Plural value={days} one="in # day" other="in # days" />
      ) : (
        <Plural value={hours} one="in # hour" other="in # hours" />
      )}
    </option>
  );
}
