/** Limits the exports that run at once in this process. Each may read all of an account's data and slows the others down. */
import { createAccountPlaces } from '../core/account-places.ts';

const PER_ACCOUNT = 2;

export const createExportPlaces = () =>
  createAccountPlaces({
    per_account: PER_ACCOUNT,
    in_all: 8,
    for_anybody: 4,
    retry_seconds: 10,
    refusals: {
      account: `${PER_ACCOUNT} exports of this account are already running. Try again when one has finished`,
      all: 'Too many exports are running. Try again shortly',
    },
  });
