import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountPolicy, PolicyRules } from '@sigill/sdk/portal';
import { policyCreateMutation, policyListQueryKey, policyUpdateMutation } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field } from '../../ui/Field';
import { useToast } from '../../ui/Toast';
import { ProblemAlert } from '../forms/ProblemAlert';
import { Load } from '../loading/Load';
import { PolicyFields } from './PolicyFields';
import { PolicyPreview } from './PolicyPreview';
import { draftOf, isCodeList, rulesOf } from './policy-draft';

export function PolicyDialog({ policy, onClose }: { policy?: AccountPolicy; onClose: () => void }) {
  const { t } = useLingui();
  const formId = useId();
  const [name, setName] = useState('');
  const [draft, setDraft] = useState(() => draftOf(policy?.rules ?? {}));
  const [tried, setTried] = useState<PolicyRules>();
  const { save, isPending, error } = useSave(policy, onClose);
  const isReady = isCodeList(draft.allow) && isCodeList(draft.deny) && draft.types.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending && isReady) save({ name: policy?.name ?? name.trim(), rules: rulesOf(draft) });
  };
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={policy ? <Trans>Change {policy.name}</Trans> : <Trans>New policy</Trans>}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="secondary"
            disabled={!isReady}
            onClick={() => setTried(rulesOf(draft))}
          >{t`Try on past specimens`}</Button>
          <Button type="submit" form={formId} loading={isPending} disabled={!isReady}>
            {policy ? <Trans>Save a new version</Trans> : <Trans>Create the policy</Trans>}
          </Button>
        </>
      }
    >
      <form id={formId} method="post" className="space-y-7" onSubmit={submit}>
        {!policy && (
          <Field
            label={t`Name`}
            required
            autoComplete="off"
            maxLength={40}
            pattern="[a-z0-9]+(-[a-z0-9]+)*"
            hint={t`Lowercase letters, digits and hyphens, such as adults. Your backend chooses the policy by this name.`}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        )}
        <PolicyFields draft={draft} onChange={setDraft} />
        {tried && (
          <section aria-label={t`Try on past specimens`}>
            <Load key={JSON.stringify(tried)} shape="table" lines={4}>
              <PolicyPreview of={{ rules: tried }} />
            </Load>
          </section>
        )}
        <ProblemAlert error={error} />
      </form>
    </Dialog>
  );
}

function useSave(policy: AccountPolicy | undefined, onClose: () => void) {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const onSuccess = async ({ name, version }: AccountPolicy) => {
    onClose();
    toast(t`${name} is now version ${version}.`);
    await queryClient.invalidateQueries({ queryKey: policyListQueryKey() });
  };
  const create = useMutation({ ...policyCreateMutation(), onSuccess });
  const update = useMutation({ ...policyUpdateMutation(), onSuccess });
  return {
    save: (named: { name: string; rules: PolicyRules }) => (policy ? update : create).mutate(named),
    isPending: create.isPending || update.isPending,
    error: create.error ?? update.error,
  };
}
