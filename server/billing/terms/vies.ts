/**
 * Checks VAT numbers with VIES, which asks the member state's register (Regulation (EU) 904/2010, article 31). Its REST API is
 * described at https://ec.europa.eu/taxation_customs/vies/#/technical-information.
 */
import { faultOf } from '../../core/fault.ts';
import type { Logger } from '../../core/log.ts';
import { shortText } from '../../core/short-text.ts';
import { readVatNumber, splitVatNumber, type VatNumberCheck } from './vat.ts';

/** The registers of some member states take more than ten seconds, and a customer is waiting. A worker asks again later. */
const TIMEOUT_MS = 10_000;
const LONGEST_RESPONSE = 64 * 1024;

interface ViesOptions {
  url: URL;
  /** The seller's VAT number. VIES gives a consultation number only to requesters who identify themselves. */
  requester: string | undefined;
  log: Logger;
  timeout_ms?: number;
}

/** A number that VIES does not confirm or reject in time is checked by its format only. */
export function createViesCheck({ url, requester, log, timeout_ms = TIMEOUT_MS }: ViesOptions): VatNumberCheck {
  const own = requester === undefined ? undefined : splitVatNumber(requester);
  if (!own)
    log.warn(
      'VIES_URL is set, but SELLER_VAT_NUMBER is not an EU VAT number: VIES gives no consultation numbers as proof',
    );
  const from = own && { requesterMemberStateCode: own.prefix, requesterNumber: own.digits };
  const address = `${url.href.replace(/\/$/, '')}/check-vat-number`;
  return {
    is_online: true,
    async check(number, country, signal) {
      const vat_number = readVatNumber(number, country);
      const parts = vat_number && splitVatNumber(vat_number);
      if (!parts) return 'MALFORMED';
      try {
        const body = { countryCode: parts.prefix, vatNumber: parts.digits, ...from };
        const { valid, reference } = await ask(
          address,
          body,
          AbortSignal.any([AbortSignal.timeout(timeout_ms), ...(signal ? [signal] : [])]),
        );
        if (!valid) return 'UNREGISTERED';
        return { vat_number, vat_number_check: 'ONLINE', ...(reference && { reference }) };
      } catch (error) {
        log.warn({ fault: faultOf(error) }, 'VIES gave no verdict on a VAT number; only its format was checked');
        return { vat_number, vat_number_check: 'FORMAT' };
      }
    },
  };
}

/** @throws when there is no verdict. The error's `code` is the one that VIES returned, such as MS_UNAVAILABLE. */
async function ask(address: string, body: Record<string, string>, signal: AbortSignal) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify(body),
    redirect: 'error',
    signal,
  });
  const answer = readObject(await shortText(response, LONGEST_RESPONSE));
  const { valid, requestIdentifier } = answer;
  const code = errorOf(answer);
  // When a register is down, the response may have status 200, with `valid: false` beside the error.
  if (response.status !== 200 || code !== undefined || typeof valid !== 'boolean')
    throw Object.assign(new Error('VIES gave no verdict'), { status: response.status, code });
  return { valid, reference: typeof requestIdentifier === 'string' ? requestIdentifier : '' };
}

function readObject(text: string | undefined): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function errorOf({ actionSucceed, errorWrappers, userError }: Record<string, unknown>): unknown {
  if (Array.isArray(errorWrappers) && errorWrappers.length > 0) return errorWrappers[0]?.error ?? 'error';
  if (actionSucceed === false) return 'error';
  return userError === undefined || userError === '' || userError === 'VALID' || userError === 'INVALID'
    ? undefined
    : userError;
}
