/** Lists that the portal reads to their last page, because it looks names up in them or adds their amounts. */
import {
  billListQueryKey,
  paymentMethodListQueryKey,
  transactionListQueryKey,
  userListQueryKey,
} from '@sigill/sdk/portal/react-query';
import { queryOptions } from '@tanstack/react-query';
import { sigill } from './client';

const LARGEST_PAGE = { limit: 100 };

export const usersOptions = () => {
  const body = LARGEST_PAGE;
  return queryOptions({
    queryKey: userListQueryKey({ body }),
    queryFn: async ({ signal }) => ({ users: await whole(sigill.user.list({ body, signal })) }),
  });
};

export const billsOptions = () => {
  const body = LARGEST_PAGE;
  return queryOptions({
    queryKey: billListQueryKey({ body }),
    queryFn: async ({ signal }) => ({ bills: await whole(sigill.bill.list({ body, signal })) }),
  });
};

/** The payment methods of the account, or only those that a bill was charged to. */
export const paymentMethodsOptions = (of: { bill_id?: number } = {}) => {
  const body = { ...LARGEST_PAGE, ...of };
  return queryOptions({
    queryKey: paymentMethodListQueryKey({ body }),
    queryFn: async ({ signal }) => ({ payment_methods: await whole(sigill.paymentMethod.list({ body, signal })) }),
  });
};

export const transactionsOptions = (of: { bill_id: number }) => {
  const body = { ...LARGEST_PAGE, ...of };
  return queryOptions({
    queryKey: transactionListQueryKey({ body }),
    queryFn: async ({ signal }) => ({ transactions: await whole(sigill.transaction.list({ body, signal })) }),
  });
};

async function whole<Item>(pages: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of pages) items.push(item);
  return items;
}
