import { Trans, useLingui } from '@lingui/react/macro';
import { merchantChangeDeliveryKeyMutation, merchantSelfOptions } from '@sigill/sdk/portal/react-query';
import { createDeliveryKey, type Jwk } from '@sigill/sdk/sealed';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { described, FieldFrame } from '../../ui/Field';
import { inputClass } from '../../ui/input-class';
import { Fact, KeyValue } from '../../ui/KeyValue';
import { Time } from '../../ui/Time';
import { useToast } from '../../ui/Toast';
import { saveText } from '../files/download';
import { ConfirmButton } from '../forms/ConfirmButton';
import { ProblemAlert } from '../forms/ProblemAlert';

export function DeliveryKey() {
  const { t } = useLingui();
  const { data: merchant } = useSuspenseQuery(merchantSelfOptions());
  const [way, choose] = useState<'create' | 'paste'>();
  const create = useCreation();
  const change = useChange(() => choose(undefined));
  const { delivery_key } = merchant;
  return (
    <div className="measure space-y-6">
      {delivery_key ? (
        <KeyValue>
          <Fact name={t`Thumbprint`} value={delivery_key.kid} mono />
          <Fact name={t`Algorithm`} value={delivery_key.alg} mono />
          <Fact name={t`Set`} value={<Time value={delivery_key.created} />} />
        </KeyValue>
      ) : (
        <p className="text-muted">{t`No key is set.`}</p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          variant="secondary"
          aria-expanded={way === 'create'}
          onClick={() => {
            choose('create');
            create.mutate();
          }}
        >
          {t`Create a key pair`}
        </Button>
        <Button variant="secondary" aria-expanded={way === 'paste'} onClick={() => choose('paste')}>
          {t`Use my own key`}
        </Button>
        {delivery_key && (
          <ConfirmButton
            danger
            call={change}
            variables={{ jwk: null }}
            button={t`Remove the key`}
            title={t`Remove the delivery key?`}
          >
            <p>
              <Trans>
                New sessions are stored without it: we can read their identity data until it is deleted. Sessions that
                exist keep their key.
              </Trans>
            </p>
          </ConfirmButton>
        )}
      </div>
      {way === 'create' && <NewPair key={create.data?.kid} create={create} change={change} />}
      {way === 'paste' && <OwnKey change={change} />}
    </div>
  );
}

type Creation = ReturnType<typeof useCreation>;
type Change = ReturnType<typeof useChange>;

/** The private key is forgotten when the screen is closed. */
const useCreation = () => useMutation({ mutationFn: () => createDeliveryKey(), gcTime: 0 });

function useChange(onChanged: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  return useMutation({
    ...merchantChangeDeliveryKeyMutation(),
    onSuccess(merchant) {
      queryClient.setQueryData(merchantSelfOptions().queryKey, merchant);
      toast(t`Settings saved.`);
      onChanged();
    },
  });
}

/** The browser creates the key pair and sends only the public key. The pair can be used once its private key has been saved. */
function NewPair({ create, change }: { create: Creation; change: Change }) {
  const { t } = useLingui();
  const [isSaved, setSaved] = useState(false);
  const { data: pair, error } = create;
  if (error) return <Alert>{t`This browser can’t create a key. Create one on the command line instead.`}</Alert>;
  if (!pair) return null;
  const save = () => {
    saveText(
      `${JSON.stringify(pair.privateKey, null, 2)}\n`,
      `delivery-key-${pair.kid.slice(0, 8)}.json`,
      'application/json',
    );
    setSaved(true);
  };
  return (
    <div className="space-y-4">
      <Alert title={t`Save the private key before you continue`}>
        <Trans>
          It was created in this browser and is never sent to us. Without it, nobody can read the data that is sealed to
          it, and we can’t recover it. Keep a backup where only your backend and the people who need it can read it.
        </Trans>
      </Alert>
      <KeyValue>
        <Fact name={t`Thumbprint`} value={pair.kid} mono />
      </KeyValue>
      <div className="flex flex-wrap gap-3">
        <Button variant={isSaved ? 'secondary' : 'primary'} onClick={save}>{t`Download the private key`}</Button>
        <Button
          variant={isSaved ? 'primary' : 'secondary'}
          disabled={!isSaved}
          loading={change.isPending}
          onClick={() => change.mutate({ jwk: pair.publicKey })}
        >
          {t`Use this key`}
        </Button>
      </div>
      <ProblemAlert error={change.error} />
    </div>
  );
}

const PRIVATE = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** A private key that was pasted by mistake must not leave the browser. */
function readPublicKey(text: string): Jwk | 'unreadable' | 'private' {
  if (text.includes('PRIVATE KEY')) return 'private';
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'unreadable';
    return PRIVATE.some((name) => name in value) ? 'private' : (value as Jwk);
  } catch {
    return 'unreadable';
  }
}

function OwnKey({ change }: { change: Change }) {
  const { t } = useLingui();
  const id = useId();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const hint = t`A JWK: P-256, X25519, or RSA of 2048 to 4096 bits.`;
  const use = () => {
    const jwk = readPublicKey(text);
    const words = {
      private: t`This is a private key. It was not sent. Paste the public key only.`,
      unreadable: t`Paste the public key as a JWK, which begins with a brace.`,
    };
    setError(typeof jwk === 'string' ? words[jwk] : undefined);
    if (typeof jwk !== 'string') change.mutate({ jwk });
  };
  return (
    <form
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        use();
      }}
    >
      <FieldFrame id={id} label={t`Public key`} hint={hint} {...(error && { error })}>
        <textarea
          {...described(id, hint, error)}
          rows={6}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setError(undefined);
          }}
          spellCheck={false}
          autoComplete="off"
          className={`${inputClass} font-mono text-sm`}
        />
      </FieldFrame>
      <ProblemAlert error={change.error} />
      <Button type="submit" loading={change.isPending}>{t`Use this key`}</Button>
    </form>
  );
}
