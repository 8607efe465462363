import { useLingui } from '@lingui/react/macro';
import { createFileRoute } from '@tanstack/react-router';
import { useEffect } from 'react';
import { signOut } from '../../../features/auth/sign-out';
import { Page } from '../../../features/page/Page';

export const Route = createFileRoute('/{-$locale}/_signed-in/sign-out')({ component: SignOut });

/** Once nobody is signed in, the shell opens the home page. */
function SignOut() {
  const { t } = useLingui();
  useEffect(() => void signOut(), []);
  return (
    <Page title={t`Sign out`} narrow>
      <p role="status" className="text-muted">{t`Signing out…`}</p>
    </Page>
  );
}
