import type { I18n } from '@lingui/core';
import { queryClient } from '../../api/query-client';
import { billsOptions, usersOptions } from '../../api/whole-lists';
import type { Entry } from './find-entries';

/** A separate module, so that visitors who are not signed in never load the SDK for the palette. */
export async function userEntries(): Promise<Entry[]> {
  const { users } = await queryClient.fetchQuery(usersOptions());
  return users.map(({ id, alias, name }) => ({
    kind: 'user',
    title: alias,
    path: `/user/${id}`,
    ...(name && { detail: name }),
  }));
}

export async function billEntries(i18n: I18n): Promise<Entry[]> {
  const { bills } = await queryClient.fetchQuery(billsOptions());
  return bills.map(({ id, cycle_start, total }) => ({
    kind: 'bill',
    title: i18n.date(cycle_start, { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    detail: `${total} USD`,
    path: `/bill/${id}`,
  }));
}
