/** Issues documents in the name of real States, unlike the specimens, and submits them to the service. */
import { checkDigit } from '../../../sdk/emrtd/src/mrz/check-digit.ts';
import type { TestServer } from '../server/test-server.ts';
import { submitter } from '../server/world.ts';
import { type DigestId, dg1Of, dg2Of, type Issued, issueSod } from './documents.ts';

/** An MRZ of a passport of this State, with the holder of ICAO's specimen. */
export function passportMrz(state: string, expiry = '310415'): string {
  const checked = (field: string) => field + checkDigit(field);
  const dates = [checked('740812'), checked(expiry)];
  const [number, optional] = [checked('L898902C3'), checked('<'.repeat(14))];
  const composite = checkDigit(`${number}${dates.join('')}${optional}`);
  return `P<${state}ERIKSSON<<ANNA<MARIA${'<'.repeat(19)}${number}${state}${dates.join('F')}${optional}${composite}`;
}

export interface NationalDocument {
  state: string;
  signer: Issued;
  issuer: Pick<Issued, 'subject'>;
  portrait: Uint8Array;
  without_certificate?: boolean;
  message_digest?: DigestId;
}

export function documentOf({ state, signer, issuer, portrait, ...options }: NationalDocument) {
  const groups = new Map([
    [1, dg1Of(passportMrz(state))],
    [2, dg2Of(portrait)],
  ]);
  const sod = issueSod({ signer, issuerSubject: issuer.subject, groups, ...options });
  return { sod, dg1: groups.get(1)!, dg2: groups.get(2)! };
}

/** Submits the files to a new session. @returns the session as the account sees it. */
export async function submitFiles(
  { call }: TestServer,
  basic: { public_key: string; secret: string },
  files: Record<string, Uint8Array>,
  options = {},
) {
  const { id, token } = (await call('session.create', options, { basic })).body;
  const { reader_key } = (await call('reader.start', { token, platform: 'CLI', app_version: '1.0.0' })).body;
  const { challenge } = (await call('reader.challenge', { token, reader_key })).body;
  const encoded = Object.fromEntries(
    Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')]),
  );
  await call('reader.submit', { challenge, files: encoded }, {}, submitter({ token, reader_key }));
  const { status, text, body } = await call('session.get', { id }, { basic });
  if (status !== 200 || !['APPROVED', 'REJECTED'].includes(body.state)) throw new Error(`session.get: ${text}`);
  return body as Extract<typeof body, { state: 'REJECTED' | 'APPROVED' }>;
}
