import { vBillingUpdateParams } from '@sigill/sdk/portal/schemas';
import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import { sigill } from '../../api/client';

export const card_fields = ['number', 'expiry', 'cvc'] as const;
export type CardField = (typeof card_fields)[number];

/** Each visit to the page uses one card setup, even if several cards are declined, so it is never refetched. */
export const cardSetupOptions = () =>
  queryOptions({
    queryKey: ['card setup'],
    queryFn: ({ signal }) => sigill.stripe.start({}, { signal }),
    staleTime: 'static',
    gcTime: 0,
  });

const optional = (length: number) => v.pipe(v.string(), v.trim(), v.maxLength(length));
const required = (length: number) => v.pipe(optional(length), v.nonEmpty());

/** The values of the form, without card details: the three card fields only report whether they are complete. */
export const cardSchema = v.object({
  number: v.literal(true),
  expiry: v.literal(true),
  cvc: v.literal(true),
  name: required(200),
  line1: required(200),
  line2: optional(200),
  postal_code: required(20),
  city: required(100),
  state: optional(100),
  country: vBillingUpdateParams.entries.country,
});

export const holder_fields = ['name', 'line1', 'line2', 'postal_code', 'city', 'state', 'country'] as const;

export type CardValues = Omit<v.InferInput<typeof cardSchema>, CardField> & Record<CardField, boolean>;
