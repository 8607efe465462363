import { Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { useAuthenticated } from '../../api/credentials';
import { Field } from '../../ui/Field';
import { TextLink } from '../navigation/LocaleLink';
import type { Operation } from '../reference/operation';
import type { Signature } from './raw-call';

export type SignatureKind = Signature['kind'];

/** In memory only, until the page is closed. */
const keys = { publicKey: '', secret: '' };
export const rememberedKeys = () => ({ ...keys });

type Props = { security: Operation['security']; kind: SignatureKind; onKind: (kind: SignatureKind) => void };

export function SignatureFields({ security, kind, onKind }: Props) {
  const { t } = useLingui();
  const authenticated = useAuthenticated();
  if (security.length === 0) return <p className="text-sm text-muted">{t`This call needs no credentials.`}</p>;
  const takesBoth = security.includes('apiKey') && security.includes('accessToken');
  return (
    <fieldset className="space-y-4">
      <legend className="caps mb-3">{t`Credentials`}</legend>
      {takesBoth && authenticated && (
        <div className="flex flex-wrap gap-x-6">
          <Choice name="sign-in" kind={kind} onKind={onKind} />
          <Choice name="key" kind={kind} onKind={onKind} />
        </div>
      )}
      {kind === 'key' ? <KeyFields /> : <SignIn authenticated={authenticated} />}
    </fieldset>
  );
}

const Choice = ({ name, kind, onKind }: { name: SignatureKind } & Omit<Props, 'security'>) => (
  <label className="flex min-h-8 items-center gap-2 text-sm">
    <input
      type="radio"
      name="signature"
      className="size-4 accent-accent"
      checked={kind === name}
      onChange={() => onKind(name)}
    />
    {name === 'key' ? <Trans>API key</Trans> : <Trans>My account</Trans>}
  </label>
);

function KeyFields() {
  const { t } = useLingui();
  const [typed, setTyped] = useState(rememberedKeys);
  const field = (name: keyof typeof keys) => ({
    value: typed[name],
    autoComplete: 'off',
    spellCheck: false,
    onChange: ({ target }: { target: HTMLInputElement }) => {
      keys[name] = target.value.trim();
      setTyped(rememberedKeys());
    },
  });
  return (
    <>
      <Field label={t`Public key`} placeholder="public-key-…" {...field('publicKey')} />
      <Field
        label={t`Secret`}
        type="password"
        placeholder="secret-…"
        data-1p-ignore
        hint={t`Both stay in this page’s memory and are never stored.`}
        {...field('secret')}
      />
    </>
  );
}

const SignIn = ({ authenticated }: { authenticated: boolean }) => (
  <p className="text-sm">
    {authenticated ? (
      <Trans>The call is made as the user who is signed in here.</Trans>
    ) : (
      <Trans>
        This call is for a signed-in user. <TextLink to="/sign-in">Sign in</TextLink> first, or the response is 401.
      </Trans>
    )}
  </p>
);
