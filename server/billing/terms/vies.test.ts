import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createVies, type ViesFailure } from '../../../tests/support/outside/vies.ts';
import { createLog } from '../../core/log.ts';
import { createViesCheck } from './vies.ts';

let vies: Awaited<ReturnType<typeof createVies>>;
const told: string[] = [];
const check = (number: string, country: string, { requester = 'SE556703748501', timeout_ms = 10_000 } = {}) =>
  createViesCheck({
    url: new URL(vies.url),
    requester,
    log: createLog('warn', (line) => told.push(line)),
    timeout_ms,
  }).check(number, country);

beforeAll(async () => {
  vies = await createVies();
  for (const number of ['SE556012579001', 'EL094259216', 'FR40303265045']) vies.listed.add(number);
});
afterEach(() => {
  vies.failure = undefined;
  vies.status = 200;
  told.length = 0;
  vies.asked.length = 0;
});
afterAll(() => vies?.stop());

test('a listed number is confirmed, with the consultation number of a seller who says who it is', async () => {
  expect(await check('556012579001', 'SE')).toEqual({
    vat_number: 'SE556012579001',
    vat_number_check: 'ONLINE',
    reference: 'WAPIAAAA00000001',
  });
  expect(vies.asked).toEqual([
    {
      countryCode: 'SE',
      vatNumber: '556012579001',
      requesterMemberStateCode: 'SE',
      requesterNumber: '556703748501',
    },
  ]);
});

test('Greek numbers are asked for as EL, and Monaco’s as French', async () => {
  expect(await check('GR094259216', 'GR')).toMatchObject({ vat_number: 'EL094259216', vat_number_check: 'ONLINE' });
  expect(await check('40303265045', 'MC')).toMatchObject({ vat_number: 'FR40303265045', vat_number_check: 'ONLINE' });
  expect(vies.asked.map(({ countryCode }) => countryCode)).toEqual(['EL', 'FR']);
});

test('a number that is not listed is refused, and one with a wrong form is not asked about', async () => {
  expect(await check('DE136695976', 'DE')).toBe('UNREGISTERED');
  expect(await check('DE136695978', 'DE')).toBe('MALFORMED');
  expect(vies.asked).toHaveLength(1);
  expect(told).toEqual([]);
});

test('without a VAT number of the seller there is no consultation number, and the operator is told at the start', async () => {
  expect(await check('SE556012579001', 'SE', { requester: 'GB980780684' })).toEqual({
    vat_number: 'SE556012579001',
    vat_number_check: 'ONLINE',
  });
  expect(told.join()).toContain('SELLER_VAT_NUMBER');
});

test.each<[ViesFailure, status: number]>([
  ['MS_UNAVAILABLE', 200],
  ['MS_UNAVAILABLE', 500],
  ['SERVICE_UNAVAILABLE', 500],
  ['SERVICE_UNAVAILABLE', 200],
  ['MS_MAX_CONCURRENT_REQ', 200],
  ['TIMEOUT', 400],
  ['silent', 200],
  ['html', 200],
])('%s with status %i is no verdict: the format decides, and the log says why', async (failure, status) => {
  vies.failure = failure;
  vies.status = status;
  for (const number of ['SE556012579001', 'SE556703748501'])
    expect(await check(number, 'SE', failure === 'silent' ? { timeout_ms: 50 } : {})).toEqual({
      vat_number: number,
      vat_number_check: 'FORMAT',
    });
  expect(told).toHaveLength(2);
  const isCode = failure !== 'silent' && failure !== 'html';
  if (isCode) expect(told[0]).toContain(`"code":"${failure}"`);
  expect(told.join()).not.toContain('556012579001');
});

test('a host that does not exist is no verdict either', async () => {
  const log = createLog('silent');
  const { check } = createViesCheck({ url: new URL('http://127.0.0.1:9/rest-api'), requester: undefined, log });
  expect(await check('SE556012579001', 'SE')).toEqual({ vat_number: 'SE556012579001', vat_number_check: 'FORMAT' });
});
