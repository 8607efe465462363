import { Trans, useLingui } from '@lingui/react/macro';
import type { ApprovedSession } from '@sigill/sdk/portal';
import { type DecryptionError, deliveryKeyId, type Unsealed, unsealSession } from '@sigill/sdk/sealed';
import { type ChangeEvent, useEffect, useId, useRef, useState } from 'react';
import { Alert } from '../../ui/Alert';
import { Button, buttonClass } from '../../ui/Button';
import { Presentation } from '../sessions/SessionProof';
import { SessionResult } from '../sessions/SessionResult';

/** The private keys that the user chose in this tab, by thumbprint. In memory only, so closing the tab deletes them. */
const keys = new Map<string, string>();

type Opened = Unsealed<Omit<ApprovedSession, 'sealed_data'>>;

/** An approved session with data that only the account can read. It is decrypted here, with a key that is never sent. */
export function SealedSession({ session }: { session: ApprovedSession }) {
  const { t } = useLingui();
  const [opened, setOpened] = useState<Opened>();
  const [error, setError] = useState<unknown>();
  const open = (key: string) =>
    unsealSession(session, { keys: key }).then(setOpened, (error: unknown) => setError(error));

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with the key of an earlier session in this tab.
  useEffect(() => {
    const key = keys.get(session.delivery_kid ?? '');
    if (key) void open(key);
  }, []);

  async function choose(file: File) {
    setError(undefined);
    const key = await file.text();
    try {
      keys.set(await deliveryKeyId(key), key);
      await open(key);
    } catch (error) {
      setError(error);
    }
  }

  if (!opened)
    return (
      <>
        <Locked kid={session.delivery_kid ?? ''} error={error as DecryptionError | undefined} onFile={choose} />
        <SessionResult session={session} />
      </>
    );
  return (
    <div className="space-y-8">
      <p role="status" className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm text-muted">
        {t`Decrypted in this browser with your key.`}
        <Button
          variant="quiet"
          size="small"
          onClick={() => {
            keys.clear();
            setOpened(undefined);
          }}
        >
          {t`Forget the key`}
        </Button>
      </p>
      <SessionResult session={opened.session} />
      <section aria-labelledby="proof" className="space-y-4">
        <h2 id="proof" className="display text-xl">{t`Proof`}</h2>
        <p>
          <Trans>
            A signed statement of this result that anyone can verify without asking us. You choose what it discloses.
          </Trans>
        </p>
        <Presentation proof={opened.proof} file={`proof-${session.id}.txt`} />
      </section>
    </div>
  );
}

type LockedProps = { kid: string; error: DecryptionError | undefined; onFile: (file: File) => void };

function Locked({ kid, error, onFile }: LockedProps) {
  const { t } = useLingui();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    if (file) onFile(file);
    // Lets the same file be chosen again.
    target.value = '';
  };
  return (
    <section aria-labelledby="sealed" className="space-y-4 rounded-md border border-edge bg-raised p-5">
      <h2 id="sealed" className="display text-xl">{t`Sealed to your key`}</h2>
      <p>
        <Trans>
          Only your private key opens the identity data of this session. Choose its file to decrypt the data in this
          browser. The key is not sent, and is forgotten when you close the tab.
        </Trans>
      </p>
      <p className="font-mono text-xs break-all text-muted">{kid}</p>
      <div>
        <input
          ref={input}
          id={id}
          type="file"
          accept=".json,.jwk,.pem,.key"
          onChange={choose}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          className={`${buttonClass({ variant: 'secondary' })} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent`}
        >
          {t`Choose the private key`}
        </label>
      </div>
      <Refusal error={error} />
    </section>
  );
}

function Refusal({ error }: { error: DecryptionError | undefined }) {
  const { t } = useLingui();
  if (!error) return null;
  if (error.code === 'wrong_key')
    return (
      <Alert title={t`This is another key`}>
        <Trans>
          Its thumbprint is <code className="font-mono text-sm break-all">{error.given.join(', ')}</code>.
        </Trans>
      </Alert>
    );
  if (error.code === 'unusable_key')
    return <Alert>{t`This file holds no private key. Choose a JWK, or PKCS #8 in PEM.`}</Alert>;
  return <Alert>{t`The data could not be decrypted with this key.`}</Alert>;
}
