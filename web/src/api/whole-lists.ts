/** Lists that the portal reads to the last page, to look up names or add up amounts. */
import type { AccountUser } from '@sigill/sdk/portal';
import {
  billListQueryKey,
  paymentMethodListQueryKey,
  transactionListQueryKey,
  userListQueryKey,
} from '@sigill/sdk/portal/react-query';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { sigill } from './client';
import { useMay } from './role';

const LARGEST_PAGE = { limit: 100 };

export const usersOptions = () =>
  queryOptions({
    queryKey: userListQueryKey(LARGEST_PAGE),
    queryFn: async ({ signal }) => ({ users: await readAllPages(sigill.user.list(LARGEST_PAGE, { signal })) }),
  });

export const billsOptions = () =>
  queryOptions({
    queryKey: billListQueryKey(LARGEST_PAGE),
    queryFn: async ({ signal }) => ({ bills: await readAllPages(sigill.bill.list(LARGEST_PAGE, { signal })) }),
  });

/** The account's payment methods, or only those that a bill was charged to. */
export const paymentMethodsOptions = (filter: { bill_id?: number } = {}) => {
  const body = { ...LARGEST_PAGE, ...filter };
  return queryOptions({
    queryKey: paymentMethodListQueryKey(body),
    queryFn: async ({ signal }) => ({
      payment_methods: await readAllPages(sigill.paymentMethod.list(body, { signal })),
    }),
  });
};

export const transactionsOptions = (filter: { bill_id: number }) => {
  const body = { ...LARGEST_PAGE, ...filter };
  return queryOptions({
    queryKey: transactionListQueryKey(body),
    queryFn: async ({ signal }) => ({ transactions: await readAllPages(sigill.transaction.list(body, { signal })) }),
  });
};

/** Empty for roles that may not list users. */
export function useKnownUsers(): AccountUser[] {
  const { data } = useQuery({ ...usersOptions(), enabled: useMay('user.list') });
  return data?.users ?? [];
}

export async function readAllPages<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of pages) items.push(item);
  return items;
}
