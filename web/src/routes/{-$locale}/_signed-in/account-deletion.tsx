import { Trans, useLingui } from '@lingui/react/macro';
import { billingPreviewOptions, merchantDeleteMutation, userSelfOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { facts } from '../../../content/facts';
import { signOutHere } from '../../../features/auth/sign-out';
import { BillLines } from '../../../features/billing/BillLines';
import { formatMoney, parseMoney } from '../../../features/billing/money';
import { FormPage } from '../../../features/forms/FormPage';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { Load } from '../../../features/loading/Load';
import { LoadedSection } from '../../../features/loading/LoadedSection';
import { Alert } from '../../../ui/Alert';
import { Button } from '../../../ui/Button';
import { Field } from '../../../ui/Field';

export const Route = createFileRoute('/{-$locale}/_signed-in/account-deletion')({
  loader: ({ context }) => context.prefetch(userSelfOptions(), lastBillOptions()),
  component: AccountDeletion,
});

function AccountDeletion() {
  const { t } = useLingui();
  return (
    <FormPage
      back={{ to: '/settings', name: <Trans>Settings</Trans> }}
      title={t`Account deletion`}
      about={
        <LoadedSection id="last-bill" title={t`Final invoice`} className="max-w-form min-w-0" lines={2}>
          <LastBill />
        </LoadedSection>
      }
    >
      <Alert
        tone="danger"
        title={<span className="block text-balance">{t`This deletes the entire account, for everyone in it.`}</span>}
      >
        <Trans>
          All users are signed out, all keys stop working and all identity data is destroyed, immediately. Invoices are
          kept for as long as the law requires. This cannot be undone.
        </Trans>
      </Alert>
      <Load>
        <Deletion />
      </Load>
    </FormPage>
  );
}

function Deletion() {
  const { t } = useLingui();
  const { email } = useSuspenseQuery(userSelfOptions()).data;
  const [typed, type] = useState('');
  const [isErrorShown, showError] = useState(false);
  const field = useRef<HTMLInputElement>(null);
  const remove = useMutation({ ...merchantDeleteMutation(), onSuccess: signOutHere });
  const matches = typed.trim().toLowerCase() === email.toLowerCase();
  return (
    <form
      noValidate
      className="mt-8 space-y-9"
      onSubmit={(event) => {
        event.preventDefault();
        if (!matches) {
          showError(true);
          field.current?.focus();
        } else if (!remove.isPending) remove.mutate({});
      }}
    >
      <Field
        ref={field}
        type="email"
        autoComplete="off"
        value={typed}
        onChange={(event) => type(event.target.value)}
        label={t`Type your email to confirm`}
        hint={email}
        error={isErrorShown && !matches ? t`Type ${email} to confirm.` : undefined}
      />
      <ProblemAlert error={remove.error} />
      <Button
        type="submit"
        variant="danger"
        aria-disabled={!matches}
        loading={remove.isPending || remove.isSuccess}
        className="max-sm:w-full"
      >{t`Delete account`}</Button>
    </form>
  );
}

const lastBillOptions = () => billingPreviewOptions({ end: 'TODAY' });

function LastBill() {
  const { t, i18n } = useLingui();
  const { data: bill } = useSuspenseQuery(lastBillOptions());
  const amount = bill.amount_due ?? bill.total;
  const due = parseMoney(amount);
  // In the font of the text, because the font of figures is loaded later and would change the line breaks.
  const shown = formatMoney(amount, i18n.locale);
  if (due === 0n) return <p>{t`You owe nothing for this billing cycle.`}</p>;
  return (
    <div className="space-y-6">
      <p>
        {due < parseMoney(facts.smallest_charge) ? (
          <Trans>The final invoice is {shown}, which is too little to charge.</Trans>
        ) : (
          <Trans>If you delete the account today, the final invoice is {shown}.</Trans>
        )}
      </p>
      <BillLines bill={bill} total={<Trans>Total</Trans>} />
    </div>
  );
}
