import { useLingui } from '@lingui/react/macro';
import { userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../navigation/LocaleLink';

/** Until the email is verified, only specimens can be created. */
export function VerifyEmail() {
  const { t } = useLingui();
  const { data: user } = useQuery(userSelfOptions());
  if (user?.email_verified !== false) return null;
  return (
    <div data-print="hidden" className="flex flex-wrap items-center gap-3 pt-1">
      <ButtonLink to="/verify-email" size="small">{t`Verify email`}</ButtonLink>
      <p className="text-sm text-muted">{t`After that your backend can create sessions.`}</p>
    </div>
  );
}
