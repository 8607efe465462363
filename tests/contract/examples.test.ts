/** The contract follows its own rules: its examples are valid, and no input makes its patterns slow. */
import { describe, expect, test } from 'vitest';
import { readContract } from '../../openapi/contract/contract.ts';
import { requestValidator, responseValidator } from '../../server/http/contract.ts';
import { operationIds, patterns, requestExamples, responseExamples, statusesOf } from '../support/contract/contract.ts';

test('the contract links to help with an absolute URL', () => {
  const { contact } = readContract().info as { contact: { url: string } };
  expect(URL.canParse(contact.url)).toBe(true);
});

describe.each(operationIds)('%s', (id) => {
  test('has request examples, and accepts them', () => {
    const validate = requestValidator(id)!;
    const examples = requestExamples(id);
    expect(examples).not.toHaveLength(0);
    for (const { name, value } of examples)
      expect(validate(value) || validate.errors, `request example ${name}`).toBe(true);
  });

  test.each(statusesOf(id))('has valid examples of %i', (status) => {
    const validate = responseValidator(id, status)!;
    const examples = responseExamples(id, status);
    expect(examples).not.toHaveLength(0);
    for (const { name, value } of examples)
      expect(validate(value) || validate.errors, `${status} example ${name}`).toBe(true);
  });
});

test('response schemas are open for readers, but the service itself adds nothing that is not in the contract', () => {
  expect(readContract().components.schemas['StateOnly']).not.toHaveProperty('additionalProperties');
  const validate = responseValidator('session.state', 200)!;
  expect(validate({ state: 'CREATED' })).toBe(true);
  expect(validate({ state: 'CREATED', surname: 'ERIKSSON' })).toBe(false);
});

test.each(responseExamples('session.get', 200))('no state of a session has too many properties: $name', ({ value }) => {
  const validate = responseValidator('session.get', 200)!;
  expect(validate(value)).toBe(true);
  expect(validate({ ...(value as object), colour: 'red' })).toBe(false);
  const { state } = value as { state: string };
  expect(validate({ ...(value as object), surname: 'ERIKSSON' })).toBe(state === 'APPROVED');
});

describe('patterns', () => {
  const distinct = new Map([...patterns()].map((entry) => [`${entry.pattern} ${entry.maxLength}`, entry]));

  /** Text that a pattern may loop over. Its unexpected end makes a backtracking matcher try every split. */
  const pumps = [
    'a',
    '0',
    'A',
    '@',
    '.',
    '-',
    '_',
    '/',
    '+',
    '=',
    ' ',
    'a.',
    'a@',
    '.a',
    'a@a.',
    'aA0',
    '0.',
    'https://',
    'https://a.',
    'é',
    '\n',
  ];
  const ends = ['', '!', '\n', '\u0000', '@', '.', ' ', 'Z'];

  test.each([...distinct.values()])('$pattern takes linear time', ({ pattern, maxLength, at }) => {
    const expression = new RegExp(pattern, 'u');
    for (const prefix of ['', 'https://', 'a@', 'msg_', 'seti_', '2026-01-01T00:00:00.']) {
      for (const pump of pumps) {
        for (const end of ends) {
          // Ten times the longest valid length, but at most 100,000 characters, on which a quadratic matcher takes seconds.
          const length = Math.min(100_000, maxLength * 10);
          const text = prefix + pump.repeat(Math.ceil(length / pump.length)) + end;
          const started = performance.now();
          expression.test(text);
          let elapsed = performance.now() - started;
          // Another process may have had the processor: only a pattern that is slow every time fails.
          for (let again = 0; elapsed > 10 && again < 3; again++) {
            const retried = performance.now();
            expression.test(text);
            elapsed = Math.min(elapsed, performance.now() - retried);
          }
          expect(elapsed, `${at} on ${JSON.stringify(`${prefix}${pump}…${end}`)} × ${length}`).toBeLessThan(10);
        }
      }
    }
  });
});
