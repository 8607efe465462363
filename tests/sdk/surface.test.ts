/** The methods of the class `Sigill`, and the types that keep code working with a newer service. */
import { expect, expectTypeOf, test } from 'vitest';
import { operationsOf } from '../../openapi/contract/contract.ts';
import { methodPath } from '../../openapi/contract/names.ts';
import type {
  ApprovedSession,
  FailureCode,
  SessionListParams,
  SessionState,
  VerificationSession,
} from '../../sdk/client/src/index.ts';
import {
  type CallbackEvent,
  type KnownFailureCode,
  type KnownSessionState,
  Sigill,
} from '../../sdk/client/src/index.ts';
import type { SessionState as PortalState } from '../../sdk/client/src/portal/portal.ts';
import { contract } from '../support/contract/contract.ts';

function methodsOf(value: object): string[] {
  const classes: object[] = [];
  for (let at = Object.getPrototypeOf(value); at !== Object.prototype; at = Object.getPrototypeOf(at)) classes.push(at);
  return [...new Set(classes.flatMap((each) => Object.getOwnPropertyNames(each)))].filter(
    (name) => name !== 'constructor',
  );
}

test('the class Sigill has the calls that an API key may make, and no others', () => {
  const sigill = new Sigill({ publicKey: 'public-key-1', secret: 'secret-1' });
  const offered = Object.entries(sigill)
    .filter(([name]) => name !== 'callbacks')
    .flatMap(([resource, calls]) => methodsOf(calls).map((method) => `${resource}.${method}`));
  const allowed = operationsOf(contract)
    .filter(({ security = contract.security }) => security.some((scheme) => 'apiKey' in scheme))
    .map(({ operationId }) => methodPath(operationId));
  expect(allowed).toContain('user.rotateServiceUser');
  expect(offered.sort()).toEqual([...allowed, 'session.waitFor'].sort());
});

test('an unknown value of an enum can be read without an error, but not sent', () => {
  expectTypeOf<'SUSPENDED'>().toExtend<SessionState>();
  expectTypeOf<'chip_lost'>().toExtend<FailureCode>();
  expectTypeOf<'ALIEN'>().toExtend<NonNullable<ApprovedSession['sex']>>();
  expectTypeOf<SessionListParams['state']>().toEqualTypeOf<KnownSessionState | undefined>();
  expectTypeOf<'SUSPENDED'>().not.toExtend<KnownSessionState>();
  // The portal always has the service's version, so the compiler can check that its tables are complete.
  expectTypeOf<PortalState>().toEqualTypeOf<KnownSessionState>();

  const wordOf = (state: SessionState): string => {
    switch (state) {
      case 'APPROVED':
        return 'yes';
      case 'REJECTED':
        return 'no';
      default:
        return state;
    }
  };
  expect(['APPROVED', 'SUSPENDED'].map(wordOf)).toEqual(['yes', 'SUSPENDED']);
  const texts = { timeout: 'Too slow.' } satisfies Partial<Record<KnownFailureCode, string>>;
  expect(texts.timeout).toBe('Too slow.');
});

test('the state of a session and of a callback determines which properties there are', () => {
  const described = (session: VerificationSession): string | undefined => {
    if (session.state === 'APPROVED') {
      expectTypeOf(session.chip.checks).not.toBeUndefined();
      return session.surname;
    }
    expectTypeOf(session).not.toHaveProperty('surname');
    return session.state === 'FAILED' || session.state === 'REJECTED' ? session.failure.message : undefined;
  };
  const failureOf = ({ data }: CallbackEvent) => (data.state === 'FAILED' ? data.failure.code : undefined);
  expectTypeOf(failureOf).returns.toEqualTypeOf<FailureCode | undefined>();

  const common = {
    id: 1,
    created: '2026-01-01T00:00:00Z',
    expires: '2026-01-02T00:00:00Z',
    ended: '2026-01-01T00:10:00Z',
    face_verification: false,
    passport_only: false,
    specimen: false,
  };
  const failure = { code: 'timeout', message: 'Reading took too long.', retryable: true };
  expect(described({ ...common, state: 'FAILED', failure })).toBe('Reading took too long.');
  expect(described({ ...common, state: 'ABORTED' })).toBeUndefined();
});
