import { Trans, useLingui } from '@lingui/react/macro';
import type { AccountPolicy } from '@sigill/sdk/portal';
import {
  policyDeleteMutation,
  policyGetOptions,
  policyListOptions,
  policyListQueryKey,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useMay } from '../../api/role';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { Time } from '../../ui/Time';
import { useToast } from '../../ui/Toast';
import { ConfirmButton } from '../forms/ConfirmButton';
import { Load } from '../loading/Load';
import { FirstPolicy } from './FirstPolicy';
import { PolicyDialog } from './PolicyDialog';
import { PolicyPreview } from './PolicyPreview';
import { Rules } from './Rules';

export const policyPage = { limit: 100 };

export function Policies() {
  const mayChange = useMay('policy.create');
  const { policies } = useSuspenseQuery(policyListOptions(policyPage)).data;
  if (policies.length === 0) return <FirstPolicy>{mayChange && <AddPolicy first />}</FirstPolicy>;
  return (
    <div className="space-y-6">
      <ul className="divide-y divide-hairline border-y border-hairline">
        {policies.map((policy) => (
          <Policy key={policy.name} policy={policy} mayChange={mayChange} />
        ))}
      </ul>
      {mayChange && <AddPolicy />}
    </div>
  );
}

function AddPolicy({ first = false }: { first?: boolean }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant={first ? 'primary' : 'secondary'} data-create onClick={() => setOpen(true)}>
        <Trans>New policy</Trans>
      </Button>
      {open && <PolicyDialog onClose={() => setOpen(false)} />}
    </>
  );
}

type Props = { policy: AccountPolicy; mayChange: boolean };

function Policy({ policy, mayChange }: Props) {
  const { name, version, rules, created } = policy;
  return (
    <li id={`policy-${name}`} className="space-y-3 py-5">
      <h2 translate="no" className="font-mono wrap-anywhere">
        {name}
      </h2>
      <p className="text-sm text-muted">
        <Trans>
          Version {version}, since <Time value={created} />
        </Trans>
      </p>
      <Rules rules={rules} />
      <Actions policy={policy} mayChange={mayChange} />
    </li>
  );
}

function Actions({ policy, mayChange }: Props) {
  const { name, version } = policy;
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [dialog, open] = useState<'edit' | 'preview' | 'versions'>();
  const close = () => open(undefined);
  const remove = useMutation({
    ...policyDeleteMutation(),
    async onSuccess() {
      toast(t`Policy deleted.`);
      await queryClient.invalidateQueries({ queryKey: policyListQueryKey() });
    },
  });
  return (
    <div className="flex flex-wrap gap-3">
      {mayChange && (
        <>
          <Button variant="secondary" size="small" aria-label={t`Change ${name}`} onClick={() => open('edit')}>
            <Icon name="pen" className="size-4" />
            <Trans>Change</Trans>
          </Button>
          <Button
            variant="secondary"
            size="small"
            aria-label={t`Try ${name} on past specimens`}
            onClick={() => open('preview')}
          >
            <Trans>Try on past specimens</Trans>
          </Button>
        </>
      )}
      {version > 1 && (
        <Button variant="secondary" size="small" aria-label={t`Versions of ${name}`} onClick={() => open('versions')}>
          <Trans>Versions</Trans>
        </Button>
      )}
      {mayChange && (
        <ConfirmButton
          danger
          size="small"
          call={remove}
          variables={{ name }}
          button={<Trans>Delete</Trans>}
          title={t`Delete this policy?`}
          confirm={t`Delete the policy`}
        >
          <p>{t`New sessions can no longer use it. Existing sessions keep it.`}</p>
        </ConfirmButton>
      )}
      {dialog === 'edit' && <PolicyDialog policy={policy} onClose={close} />}
      {dialog === 'preview' && (
        <Dialog
          open
          onClose={close}
          title={t`Try on past specimens`}
          actions={<Button onClick={close}>{t`Close`}</Button>}
        >
          <Load shape="table" lines={6}>
            <PolicyPreview of={{ name }} />
          </Load>
        </Dialog>
      )}
      {dialog === 'versions' && (
        <Dialog
          open
          onClose={close}
          title={t`Versions of ${name}`}
          actions={<Button onClick={close}>{t`Close`}</Button>}
        >
          <Load lines={6}>
            <Versions name={name} />
          </Load>
        </Dialog>
      )}
    </div>
  );
}

function Versions({ name }: { name: string }) {
  const { versions } = useSuspenseQuery(policyGetOptions({ name })).data;
  return (
    <ol className="divide-y divide-hairline">
      {versions.map(({ version, created, rules }) => (
        <li key={version} className="space-y-2 py-4 first:pt-0">
          <p>
            <Trans>
              Version {version}, since <Time value={created} />
            </Trans>
          </p>
          <Rules rules={rules} />
        </li>
      ))}
    </ol>
  );
}
