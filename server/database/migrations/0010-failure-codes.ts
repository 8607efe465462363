/** Failure codes in lower case, like all other codes. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

const CODES =
  'MALFORMED UNSUPPORTED_ALGORITHM SOD_DIGEST_MISMATCH SOD_SIGNATURE_INVALID ISSUER_UNKNOWN CERTIFICATE_EXPIRED CERTIFICATE_REVOKED COUNTRY_MISMATCH DG_HASH_MISMATCH DG_MISSING MRZ_INVALID DOCUMENT_EXPIRED DOCUMENT_TYPE_NOT_ALLOWED CHIP_AUTH_MISSING CHIP_AUTH_FAILED PORTRAIT_UNREADABLE FACE_MISSING FACE_MISMATCH LIVENESS_FAILED NFC_UNAVAILABLE NFC_LOST ACCESS_DENIED READ_ERROR UNSUPPORTED_DOCUMENT CAMERA_DENIED TIMEOUT INTERNAL'.split(
    ' ',
  );

export const failureCodes: Migration = {
  async up(db: Kysely<never>) {
    await sql`update sessions set failure_code = lower(failure_code) where failure_code is not null`.execute(db);
    await sql`update sessions set chip = ${inLowerCase('chip')} where chip is not null`.execute(db);
    await sql`update callbacks set payload = ${inLowerCase('payload')} where payload like '%"failure"%'`.execute(db);
  },
};

/** The JSON of a column with its codes replaced. */
const inLowerCase = (column: string): RawBuilder<unknown> =>
  CODES.reduce<RawBuilder<unknown>>(
    (json, code) => sql`replace(${json}, ${sql.lit(`"code":"${code}"`)}, ${sql.lit(`"code":"${code.toLowerCase()}"`)})`,
    sql.ref(column),
  );
