import { Trans, useLingui } from '@lingui/react/macro';
import type { UserSelfResponse } from '@sigill/sdk/portal';
import { send } from '@sigill/sdk/public';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Credentials, credentials } from '../../api/credentials';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Skeleton';

type Props = { tokens: Credentials; onRefuse: () => void; children: ReactNode };

/** Asks the person to confirm the tokens of a sign-in link. If they are not valid, shows a message above the usual sign-in options. */
export function OfferedSignIn({ tokens, onRefuse, children }: Props) {
  const { t } = useLingui();
  const { data: email, isPending } = useQuery({
    queryKey: ['offered sign-in', tokens.access_token],
    queryFn: () => emailOf(tokens),
    retry: false,
    gcTime: 0,
  });
  if (isPending) return <Skeleton lines={3} />;
  if (!email)
    return (
      <div className="space-y-6">
        <Alert>{t`This sign-in link is no longer valid. Sign in below.`}</Alert>
        {children}
      </div>
    );
  return (
    <div className="space-y-6">
      <p className="wrap-anywhere">
        <Trans>
          This link signs you in as <strong>{email}</strong>. Continue only if you expected this.
        </Trans>
      </p>
      <div className="grid gap-3">
        <Button className="wrap-anywhere" onClick={() => credentials.set(tokens)}>{t`Continue as ${email}`}</Button>
        <Button variant="secondary" onClick={onRefuse}>{t`Sign in another way`}</Button>
      </div>
    </div>
  );
}

/** Empty when the service does not accept the tokens. */
async function emailOf({ access_token }: Credentials): Promise<string> {
  const response = await send('user.self', '{}', { headers: { authorization: `Bearer ${access_token}` } });
  if (!response.ok) return '';
  const user: UserSelfResponse = await response.json();
  return user.email;
}
