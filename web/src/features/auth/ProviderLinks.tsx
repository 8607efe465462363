import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import { ButtonLink } from '../navigation/LocaleLink';

const providers = [
  { name: 'google', provider: 'Google' },
  { name: 'microsoft', provider: 'Microsoft' },
] as const;

export function ProviderLinks({ first }: { first?: ReactNode }) {
  return (
    <div className="mt-8 space-y-4">
      <p className="caps flex items-center gap-4 before:h-px before:grow before:bg-hairline after:h-px after:grow after:bg-hairline">
        <Trans>or</Trans>
      </p>
      <div className="grid gap-3">
        {first}
        {providers.map(({ name, provider }) => (
          <ButtonLink key={name} to={`/${name}`} variant="secondary">
            <Icon name={name} className="size-5 text-muted" /> <Trans>Continue with {provider}</Trans>
          </ButtonLink>
        ))}
      </div>
    </div>
  );
}
