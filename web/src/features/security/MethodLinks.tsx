import { useLingui } from '@lingui/react/macro';

type Method = 'password' | 'totp' | 'totp_code' | 'passkey' | 'recovery_code';
type Props<Name extends Method> = {
  methods: readonly Name[];
  current: Name | undefined;
  onChoose: (name: Name) => void;
};

export function MethodLinks<Name extends Method>({ methods, current, onChoose }: Props<Name>) {
  const { t } = useLingui();
  const words: Record<Method, string> = {
    password: t`Use the password`,
    totp: t`Use the authenticator app`,
    totp_code: t`Use the authenticator app`,
    passkey: t`Use a passkey`,
    recovery_code: t`Use a recovery code`,
  };
  return methods
    .filter((name) => name !== current)
    .map((name) => (
      <button key={name} type="button" className="link" onClick={() => onChoose(name)}>
        {words[name]}
      </button>
    ));
}
