import { vStoredPaymentMethod } from '@sigill/sdk/portal/schemas';
import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { sigill } from '../../api/client';
import type { CardField } from './CardFields';

/** Each visit to the page uses one card setup, even when several cards are declined. */
export const cardSetupOptions = () =>
  queryOptions({
    queryKey: ['card setup'],
    queryFn: ({ signal }) => sigill.stripe.start({}, { signal }),
    staleTime: 'static',
    gcTime: 0,
  });

const required = <Text extends v.GenericSchema<string>>(text: Text) => v.pipe(v.string(), v.trim(), text);
const optional = (length: number) => v.pipe(v.string(), v.trim(), v.maxLength(length));

/** The values of the form. Card details are never included: their three fields only report whether they are complete. */
export const cardSchema = v.object({
  number: v.literal(true),
  expiry: v.literal(true),
  cvc: v.literal(true),
  name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200)),
  line1: required(vStoredPaymentMethod.entries.address_line_1),
  line2: optional(200),
  postal_code: required(vStoredPaymentMethod.entries.address_postal_code),
  city: required(vStoredPaymentMethod.entries.address_city),
  state: optional(100),
  country: vStoredPaymentMethod.entries.address_country,
});

export const holder_fields = ['name', 'line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const;

export type CardValues = Omit<v.InferInput<typeof cardSchema>, CardField> & Record<CardField, boolean>;
