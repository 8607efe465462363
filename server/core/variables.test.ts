import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listUnread, VARIABLES } from './variables.ts';

const docs = join(import.meta.dirname, '../../docs');

test('every environment variable is documented', () => {
  const pages = ['configuration.md', 'face-matching.md'].map((name) => readFileSync(join(docs, name), 'utf8')).join();
  expect(VARIABLES.filter((name) => !pages.includes(`\`${name}\``))).toEqual([]);
});

describe('an unknown variable name', () => {
  test.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['SMPT_URL', 'SMTP_URL'],
    ['MAIL_FORM', 'MAIL_FROM'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['SERVERKEY', 'SERVER_KEY'],
    ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ])('%s is reported as a misspelling of %s', (name, meant) => {
    expect(listUnread([name])).toEqual([{ name, meant }]);
  });

  test.each(['SMTP_HOST', 'DATABASE_PASSWORD', 'STRIPE_API_KEY', 'FACE_THRESHOLD'])('%s has our prefix', (name) => {
    expect(listUnread([name])).toEqual([{ name }]);
  });

  test.each([
    ...['POST', 'HOSTNAME', 'HTTP_URL', 'TEST_DATABASE_URL', 'XDG_DATA_DIRS', 'GOOGLE_APPLICATION_CREDENTIALS'],
    ...['ANDROID_HOME', 'DATABASE_SERVICE_HOST', 'DATABASE_SERVICE_PORT_PG', 'DATABASE_PORT_5432_TCP_ADDR'],
    ...VARIABLES,
  ])('%s is ignored', (name) => {
    expect(listUnread([name])).toEqual([]);
  });
});
