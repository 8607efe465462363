import { Trans, useLingui } from '@lingui/react/macro';
import type { BillCreditNote, CustomerBill } from '@sigill/sdk/portal';
import { billPdfOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert } from '../../ui/Alert';
import { Button } from '../../ui/Button';
import { usePageLocale } from '../coverage/use-page-locale';
import { download } from '../files/download';
import { ProblemAlert } from '../forms/ProblemAlert';
import { UtcDate } from './BillingDates';
import { Money } from './Money';
import { negated } from './money';

export function CreditNotes({ bill }: { bill: CustomerBill }) {
  const { t } = useLingui();
  const { credit_notes = [] } = bill;
  if (credit_notes.length === 0) return null;
  return (
    <section data-print="hidden" className="max-w-[52rem]" aria-labelledby="credit-notes">
      <h2 id="credit-notes" className="display mb-4 text-xl">{t`Credit notes`}</h2>
      <ul className="border-t border-ink">
        {credit_notes.map((note) => (
          <Note key={note.id} bill_id={bill.id} note={note} />
        ))}
      </ul>
    </section>
  );
}

export function BillNotices({ bill: { state, due, dispute } }: { bill: CustomerBill }) {
  const isOverdue = state === 'OPEN' && due !== undefined && due < new Date().toISOString().slice(0, 10);
  return (
    <div data-print="hidden" className="measure space-y-4 empty:hidden">
      {dispute && <Disputed state={dispute} />}
      {isOverdue && (
        <Alert title={<Trans>This invoice is overdue.</Trans>}>
          <Trans>
            It was due on <UtcDate value={due} />. If you have just paid, the transfer may take a few days to arrive.
          </Trans>
        </Alert>
      )}
    </div>
  );
}

function Disputed({ state }: { state: NonNullable<CustomerBill['dispute']> }) {
  const { t } = useLingui();
  const texts = {
    OPEN: t`The card holder disputes this payment with their bank.`,
    WON: t`The card holder disputed this payment. The bank decided that it stands.`,
    LOST: t`The card holder disputed this payment, and the bank took the money back.`,
  };
  return <Alert tone={state === 'WON' ? 'info' : 'warning'}>{texts[state]}</Alert>;
}

function Note({ bill_id, note }: { bill_id: number; note: BillCreditNote }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const { id, number } = note;
  const locale = usePageLocale();
  const pdf = useMutation({
    mutationFn: () => queryClient.fetchQuery(billPdfOptions({ id: bill_id, credit_note_id: id, locale })),
    onSuccess: ({ pdf, file_name }) => download(pdf, file_name, 'application/pdf'),
  });
  const effects = {
    REDUCTION: t`Lowers the amount due`,
    REFUND: t`Refunded`,
    BALANCE: t`Taken off the next invoices`,
  };
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-2 border-b border-hairline py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-mono text-sm">{number}</p>
        <p>{note.reason}</p>
        <p className="text-sm text-muted">
          <UtcDate value={note.created} /> · {effects[note.effect]}
        </p>
      </div>
      <div className="flex flex-wrap items-baseline gap-x-6 gap-y-2">
        <Money amount={negated(note.total)} className="text-sm" />
        <Button variant="secondary" loading={pdf.isPending} onClick={() => pdf.mutate()}>
          <Trans>
            Download PDF <span className="sr-only">{number}</span>
          </Trans>
        </Button>
      </div>
      <ProblemAlert error={pdf.error} />
    </li>
  );
}
