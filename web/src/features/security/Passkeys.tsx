import { Trans, useLingui } from '@lingui/react/macro';
import type { StoredPasskey } from '@sigill/sdk/portal';
import {
  passkeyDeleteMutation,
  passkeyListOptions,
  passkeyListQueryKey,
  passkeyRenameMutation,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { sigill } from '../../api/client';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { Icon } from '../../ui/Icon';
import { Time } from '../../ui/Time';
import { useToast } from '../../ui/Toast';
import { ProblemAlert } from '../forms/ProblemAlert';
import { makePasskey } from './browser-passkeys';
import { PasskeyProblem } from './PasskeyProblem';

export function Passkeys() {
  const { t, i18n } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { passkeys } = useSuspenseQuery(passkeyListOptions()).data;
  const read = () => queryClient.invalidateQueries({ queryKey: passkeyListQueryKey() });
  const add = useMutation({
    async mutationFn() {
      const passkey = await makePasskey(await sigill.passkey.startRegistration());
      await sigill.passkey.register({
        name: t`Passkey from ${i18n.date(new Date(), { dateStyle: 'medium' })}`,
        passkey,
      });
    },
    async onSuccess() {
      toast(t`Passkey added.`);
      await read();
    },
  });
  return (
    <div className="space-y-6">
      <p className="measure text-muted">
        <Trans>Sign in with your fingerprint, face or device PIN. A passkey can’t be guessed or phished.</Trans>
      </p>
      {passkeys.length > 0 && (
        <ul className="divide-y divide-hairline border-y border-hairline">
          {passkeys.map((passkey) => (
            <Passkey key={passkey.id} passkey={passkey} onChanged={read} />
          ))}
        </ul>
      )}
      <PasskeyProblem error={add.error} />
      <Button variant="secondary" size="small" loading={add.isPending} onClick={() => add.mutate()}>
        <Icon name="key" className="size-4" /> <Trans>Add a passkey</Trans>
      </Button>
    </div>
  );
}

function Passkey({ passkey, onChanged }: { passkey: StoredPasskey; onChanged: () => Promise<void> }) {
  const { t } = useLingui();
  const toast = useToast();
  const [isRenaming, setRenaming] = useState(false);
  const remove = useMutation({
    ...passkeyDeleteMutation(),
    async onSuccess() {
      toast(t`Passkey removed.`);
      await onChanged();
    },
  });
  const { id, name, created, last_used } = passkey;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="wrap-anywhere">{name}</p>
        <p className="mt-1 text-sm text-muted">
          <Trans>
            Added <Time value={created} dateOnly />
          </Trans>
          {last_used && (
            <Trans>
              , last used <Time value={last_used} />
            </Trans>
          )}
        </p>
        <ProblemAlert error={remove.error} />
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" size="small" aria-label={t`Rename ${name}`} onClick={() => setRenaming(true)}>
          <Trans>Rename</Trans>
        </Button>
        <Button
          variant="danger"
          size="small"
          loading={remove.isPending}
          aria-label={t`Remove ${name}`}
          onClick={() => remove.mutate({ id })}
        >
          <Trans>Remove</Trans>
        </Button>
      </div>
      <RenameDialog open={isRenaming} passkey={passkey} onClose={() => setRenaming(false)} onChanged={onChanged} />
    </li>
  );
}

type RenameProps = { open: boolean; passkey: StoredPasskey; onClose: () => void; onChanged: () => Promise<void> };

function RenameDialog({ open, passkey, onClose, onChanged }: RenameProps) {
  const { t } = useLingui();
  const [name, setName] = useState(passkey.name);
  const rename = useMutation({
    ...passkeyRenameMutation(),
    async onSuccess() {
      onClose();
      await onChanged();
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (name.trim() && !rename.isPending) rename.mutate({ id: passkey.id, name: name.trim() });
  }
  return (
    <Dialog open={open} onClose={onClose} title={<Trans>Rename passkey</Trans>}>
      <form noValidate method="post" className="space-y-6" onSubmit={submit}>
        <Field label={t`Name`} maxLength={64} value={name} onChange={({ target }) => setName(target.value)} />
        <ProblemAlert error={rename.error} />
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={rename.isPending} aria-disabled={!name.trim()}>{t`Save`}</Button>
        </div>
      </form>
    </Dialog>
  );
}
