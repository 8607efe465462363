import { Trans } from '@lingui/react/macro';
import { buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../shell/LocaleLink';

/** The other ways to sign in or up. */
export function ProviderLinks() {
  return (
    <div className="mt-8 space-y-4">
      <p className="caps flex items-center gap-4 before:h-px before:grow before:bg-hairline after:h-px after:grow after:bg-hairline">
        <Trans>or</Trans>
      </p>
      <div className="grid gap-3">
        {(['Google', 'Microsoft'] as const).map((provider) => (
          <LocaleLink
            key={provider}
            to={`/${provider.toLowerCase()}`}
            className={buttonClass({ variant: 'secondary' })}
          >
            <Icon name="user" className="size-5 text-muted" /> <Trans>Continue with {provider}</Trans>
          </LocaleLink>
        ))}
      </div>
    </div>
  );
}
