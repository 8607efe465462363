import { Trans, useLingui } from '@lingui/react/macro';
import { billGetOptions, billPdfOptions } from '@sigill/sdk/portal/react-query';
import { billUsage } from '@sigill/sdk/portal/streams';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { invoiceTexts } from '../../../../../openapi/facts/invoice-texts';
import { paymentMethodsOptions, transactionsOptions } from '../../../api/whole-lists';
import { BillNotices, CreditNotes } from '../../../features/billing/CreditNotes';
import { DownloadCsv } from '../../../features/billing/DownloadCsv';
import { Invoice } from '../../../features/billing/Invoice';
import { PayBill } from '../../../features/billing/PayBill';
import { usePageLocale } from '../../../features/coverage/use-page-locale';
import { download } from '../../../features/files/download';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { Load } from '../../../features/loading/Load';
import { assertId, idParam } from '../../../features/navigation/router-navigation';
import { Page } from '../../../features/page/Page';
import { Button } from '../../../ui/Button';

export const Route = createFileRoute('/{-$locale}/_signed-in/bill/$id')({
  params: idParam,
  loader: ({ context, params: { id } }) => {
    assertId(id);
    context.prefetch(
      billGetOptions({ id }),
      transactionsOptions({ bill_id: id }),
      paymentMethodsOptions({ bill_id: id }),
      paymentMethodsOptions(),
    );
  },
  component: Bill,
});

function Bill() {
  const { id } = Route.useParams();
  const locale = usePageLocale();
  const { invoice: title } = invoiceTexts[locale];
  return (
    <Page
      back={{ to: '/billing', name: <Trans>Billing</Trans> }}
      title={title}
      heading={
        <span data-print="hidden" lang={locale}>
          {title}
        </span>
      }
    >
      <Load lines={10} missing={<Trans>There is no invoice with this id.</Trans>}>
        <Document id={id} />
      </Load>
    </Page>
  );
}

function Document({ id }: { id: number }) {
  const { t } = useLingui();
  const locale = usePageLocale();
  const { data: bill } = useSuspenseQuery(billGetOptions({ id }));
  const queryClient = useQueryClient();
  const pdf = useMutation({
    mutationFn: () => queryClient.fetchQuery(billPdfOptions({ id, locale })),
    onSuccess: ({ pdf, file_name }) => download(pdf, file_name, 'application/pdf'),
  });
  return (
    <div className="space-y-8">
      <div data-print="hidden" className="flex flex-wrap gap-3">
        <Button loading={pdf.isPending} onClick={() => pdf.mutate()}>{t`Download PDF`}</Button>
        <Button variant="secondary" onClick={() => print()}>{t`Print`}</Button>
        <DownloadCsv size="regular" load={() => billUsage({ id, format: 'csv' })}>
          <Trans>Download sessions as CSV</Trans>
        </DownloadCsv>
      </div>
      <ProblemAlert error={pdf.error} />
      <BillNotices bill={bill} />
      <PayBill bill={bill} />
      <Invoice bill={bill} />
      <CreditNotes bill={bill} />
    </div>
  );
}
