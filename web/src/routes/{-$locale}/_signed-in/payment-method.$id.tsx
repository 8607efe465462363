import { Trans, useLingui } from '@lingui/react/macro';
import type { StoredPaymentMethod } from '@sigill/sdk/portal';
import {
  billingPreviewOptions,
  billingSelfOptions,
  paymentMethodDeleteMutation,
  paymentMethodGetOptions,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { paymentMethodsOptions } from '../../../api/whole-lists';
import { Expiry } from '../../../features/billing/BillingDates';
import { CycleCost } from '../../../features/billing/BillLines';
import { useMethodName } from '../../../features/billing/billing-texts';
import { useCountryName } from '../../../features/billing/CountryField';
import { useMakePrimary } from '../../../features/billing/use-make-primary';
import { ConfirmButton } from '../../../features/forms/ConfirmButton';
import { ProblemAlert } from '../../../features/forms/ProblemAlert';
import { useFinish } from '../../../features/forms/use-finish';
import { Load } from '../../../features/loading/Load';
import { assertId, idParam } from '../../../features/navigation/router-navigation';
import { Page } from '../../../features/page/Page';
import { StateMark } from '../../../ui/Badge';
import { Button } from '../../../ui/Button';
import { Fact, KeyValue } from '../../../ui/KeyValue';

export const Route = createFileRoute('/{-$locale}/_signed-in/payment-method/$id')({
  params: idParam,
  loader: ({ context, params: { id } }) => {
    assertId(id);
    context.prefetch(
      paymentMethodGetOptions({ id }),
      paymentMethodsOptions(),
      billingSelfOptions(),
      billingPreviewOptions(),
    );
  },
  component: PaymentMethod,
});

function PaymentMethod() {
  const { t } = useLingui();
  const { id } = Route.useParams();
  return (
    <Page back={{ to: '/billing', name: <Trans>Billing</Trans> }} title={t`Payment method`}>
      <Load shape="facts" lines={6} missing={<Trans>There is no payment method with this id.</Trans>}>
        <Method id={id} />
      </Load>
    </Page>
  );
}

function Method({ id }: { id: number }) {
  const { t } = useLingui();
  const { data: method } = useSuspenseQuery(paymentMethodGetOptions({ id }));
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const primary = useMakePrimary();
  const locked = method.primary || primary.isPending;
  return (
    <div className="grid gap-x-16 gap-y-12 xl:grid-cols-2">
      <section className="min-w-0 space-y-10">
        <Facts method={method} />
        <div className="space-y-4">
          <ProblemAlert error={primary.error} />
          <div className="grid gap-3 sm:flex sm:flex-wrap">
            <Button
              variant="secondary"
              disabled={locked}
              onClick={() => primary.make(method)}
            >{t`Make primary`}</Button>
            <DeleteMethod method={method} disabled={locked} />
          </div>
          {method.primary && (
            <p className="text-sm text-muted">
              <Trans>Invoices are charged to this method. To delete it, make another one primary first.</Trans>
            </p>
          )}
        </div>
      </section>
      <section aria-labelledby="cycle" className="min-w-0">
        <h2 id="cycle" className="display mb-4 text-xl">{t`This billing cycle`}</h2>
        <CycleCost account={account} />
        {!method.primary && (
          <p className="mt-6 text-sm text-muted">{t`Each cycle’s invoice is charged to the primary payment method.`}</p>
        )}
      </section>
    </div>
  );
}

function Facts({ method }: { method: StoredPaymentMethod }) {
  const { t } = useLingui();
  const nameOf = useMethodName();
  return (
    <KeyValue>
      <Fact name={t`Payment method id`} value={method.id} mono />
      <Fact name={t`Type`} value={nameOf(method)} />
      <Fact name={t`Status`}>
        {method.state === 'ACTIVE' ? (
          <StateMark tone="good">{t`Active`}</StateMark>
        ) : (
          <StateMark tone="warning">{t`Cannot be charged`}</StateMark>
        )}
      </Fact>
      <Fact name={t`Primary`} value={method.primary ? t`Yes` : t`No`} />
      <Fact name={t`Cardholder name`} value={method.name} />
      <Fact name={t`Expires`} value={method.expires && <Expiry month={method.expires} />} />
      <Fact name={t`Reference`} value={method.type === 'INVOICE' && method.reference} mono />
      <Fact name={t`Address`} value={<Address method={method} />} />
    </KeyValue>
  );
}

function DeleteMethod({ method, disabled }: { method: StoredPaymentMethod; disabled: boolean }) {
  const { t } = useLingui();
  const finish = useFinish();
  const queryClient = useQueryClient();
  const name = useMethodName()(method);
  const remove = useMutation({
    ...paymentMethodDeleteMutation(),
    async onSuccess() {
      const { queryKey } = paymentMethodsOptions();
      queryClient.setQueryData(
        queryKey,
        (list) => list && { payment_methods: list.payment_methods.filter(({ id }) => id !== method.id) },
      );
      await finish('/billing', t`${name} was deleted.`);
      await queryClient.invalidateQueries({ queryKey });
    },
  });
  return (
    <ConfirmButton
      call={remove}
      variables={{ id: method.id }}
      button={t`Delete`}
      title={t`Delete ${name}?`}
      danger
      disabled={disabled}
    >
      <p>{t`It is removed here and at the card provider, and will never be charged again. This cannot be undone.`}</p>
    </ConfirmButton>
  );
}

function Address({ method }: { method: StoredPaymentMethod }) {
  const countryName = useCountryName();
  const lines = [
    method.address_line_1,
    method.address_line_2,
    `${method.address_postal_code} ${method.address_city}`,
    method.address_state,
    countryName(method.address_country),
  ].filter((line) => line !== undefined);
  return (
    <address className="not-italic">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list.
        <span key={index} className="block">
          {line}
        </span>
      ))}
    </address>
  );
}
