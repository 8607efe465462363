import { valibotResolver } from '@hookform/resolvers/valibot';
import { Trans, useLingui } from '@lingui/react/macro';
import { billingSelfOptions, paymentMethodListQueryKey } from '@sigill/sdk/portal/react-query';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createFileRoute } from '@tanstack/react-router';
import { type ComponentProps, type RefObject, useRef } from 'react';
import { useForm } from 'react-hook-form';
import type { InferOutput } from 'valibot';
import { sigill } from '../../../api/client';
import { lazyPart } from '../../../api/later';
import { billsOptions } from '../../../api/whole-lists';
import type { CardForm } from '../../../features/billing/CardFields';
import { CountryField } from '../../../features/billing/CountryField';
import {
  type CardValues,
  card_fields,
  cardSchema,
  cardSetupOptions,
  holder_fields,
} from '../../../features/billing/card-form';
import { CardRefused } from '../../../features/billing/card-refused';
import { isOwed, useOwedOutcome, useRefreshBills } from '../../../features/billing/owed-bill';
import { errorText, Form } from '../../../features/forms/Form';
import { About, FormPage } from '../../../features/forms/FormPage';
import { useFinish } from '../../../features/forms/use-finish';
import { Load } from '../../../features/loading/Load';
import { Alert } from '../../../ui/Alert';
import { Field } from '../../../ui/Field';

const load = () => import('../../../features/billing/CardFields');
/** The card fields have their own skeleton, so that the rest of the form does not wait for the provider. */
const CardFields = lazyPart(async () => (await load()).CardFields);

export const Route = createFileRoute('/{-$locale}/_signed-in/add-payment-method')({
  loader: ({ context }) => {
    context.prefetch(billingSelfOptions(), billsOptions());
    load().catch(() => {});
  },
  component: AddPaymentMethod,
});

function AddPaymentMethod() {
  const { t } = useLingui();
  return (
    <FormPage
      back={{ to: '/billing', name: <Trans>Billing</Trans> }}
      title={t`Add a payment method`}
      lead={<Lead />}
      about={
        <About
          title={t`How the card is used`}
          items={[
            t`It becomes the primary payment method if no other can be charged. You can change that later.`,
            t`The primary method is charged when an invoice is issued, at the end of each billing cycle.`,
            t`If a charge fails, we email you and try again.`,
          ]}
        />
      }
    >
      <Load lines={8}>
        <MethodForm />
      </Load>
    </FormPage>
  );
}

function Lead() {
  const { data } = useQuery(billsOptions());
  return data?.bills.some(isOwed) ? (
    <Trans>
      Card details go straight to our card provider; we never see the number. If no other card can be charged, your
      unpaid invoice is charged to this one right away.
    </Trans>
  ) : (
    <Trans>
      Card details go straight to our card provider; we never see the number. Nothing is charged now, but your bank may
      ask you to confirm.
    </Trans>
  );
}

function MethodForm() {
  const { t } = useLingui();
  const { data: account } = useSuspenseQuery(billingSelfOptions());
  const card = useRef<CardForm>(null);
  const form = useForm<CardValues, unknown, InferOutput<typeof cardSchema>>({
    resolver: valibotResolver(cardSchema) as never,
    mode: 'onTouched',
    // The first invalid field may be one of the provider's, which the form can't focus.
    shouldFocusError: false,
    defaultValues: {
      number: false,
      expiry: false,
      cvc: false,
      name: '',
      // Usually the card has the address of the invoices.
      line1: account.address_line_1 ?? '',
      line2: account.address_line_2 ?? '',
      postal_code: account.address_postal_code ?? '',
      city: account.address_city ?? '',
      state: account.address_state ?? '',
      country: account.country ?? '',
    },
  });
  const { errors } = form.formState;
  const add = useAddMethod(card, account.state === 'ACTIVE' ? '/billing' : '/enable-billing');
  const refused = add.error instanceof CardRefused;
  const field = (
    name: (typeof holder_fields)[number],
    autoComplete: string,
    label: string,
    wrong: string,
    isOptional = false,
  ) => (
    <Field
      {...form.register(name)}
      autoComplete={autoComplete}
      label={label}
      optional={isOptional && t`Optional`}
      error={errorText(errors[name], wrong)}
    />
  );
  return (
    <Form
      form={form}
      call={{ ...add, error: refused ? undefined : add.error }}
      onInvalid={(errors) => {
        const field = card_fields.find((name) => errors[name]);
        if (field) card.current?.focus(field);
        else form.setFocus(holder_fields.find((name) => errors[name]) ?? 'name');
      }}
      submit={<Trans>Add card</Trans>}
    >
      <Load lines={5}>
        <Card
          form={card}
          onChange={(field, complete) => form.setValue(field, complete, { shouldValidate: true })}
          missing={{
            number: errorText(errors.number, t`Enter the card number.`),
            expiry: errorText(errors.expiry, t`Enter the expiry date.`),
            cvc: errorText(errors.cvc, t`Enter the security code.`),
          }}
        />
      </Load>
      {field('name', 'cc-name', t`Cardholder name`, t`Enter the name on the card.`)}
      {field('line1', 'billing address-line1', t`Address line 1`, t`Enter the street and number.`)}
      {field('line2', 'billing address-line2', t`Address line 2`, t`Enter at most 200 characters.`, true)}
      <div className="grid gap-x-4 gap-y-9 grid-cols-[2fr_3fr]">
        {field('postal_code', 'billing postal-code', t`Postal code`, t`Enter the postal code.`)}
        {field('city', 'billing address-level2', t`City`, t`Enter the city.`)}
      </div>
      {field('state', 'billing address-level1', t`State or region`, t`Enter at most 100 characters.`, true)}
      <CountryField
        {...form.register('country')}
        autoComplete="billing country"
        label={t`Country`}
        error={errorText(errors.country, t`Choose a country.`)}
      />
      {refused && <Alert>{add.error?.message}</Alert>}
    </Form>
  );
}

function Card({
  form,
  ...props
}: { form: RefObject<CardForm | null> } & Omit<ComponentProps<typeof CardFields>, 'setup' | 'ref'>) {
  const { data: setup } = useSuspenseQuery(cardSetupOptions());
  return <CardFields setup={setup} ref={form} {...props} />;
}

/** Sends the card to the provider and then lets the service store it. A retry does not confirm the card again. */
function useAddMethod(card: RefObject<CardForm | null>, next: string) {
  const { t } = useLingui();
  const finish = useFinish();
  const queryClient = useQueryClient();
  const confirmed = useRef(false);
  const refresh = useRefreshBills();
  const outcomeOf = useOwedOutcome();
  return useMutation({
    async mutationFn({ name, country, line1, line2, postal_code, city, state }: InferOutput<typeof cardSchema>) {
      const { setup_intent_id } = await queryClient.ensureQueryData(cardSetupOptions());
      if (!confirmed.current) {
        const address = { line1, postal_code, city, country, ...(line2 && { line2 }), ...(state && { state }) };
        await card.current?.confirm({ name, address });
        confirmed.current = true;
      }
      await sigill.stripe.complete({ setup_intent_id });
    },
    async onSuccess() {
      const outcome = await outcomeOf();
      await refresh();
      await queryClient.invalidateQueries({ queryKey: paymentMethodListQueryKey() });
      await finish(outcome ? '/billing' : next, outcome ? `${t`Card added.`} ${outcome}` : t`Card added.`);
    },
  });
}
