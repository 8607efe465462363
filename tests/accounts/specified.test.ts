/** The calls, things and values that the specification lists, in its own words, are in the contract. */
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../server/generated/operations.gen.ts';
import { contract, operation, requestSchema, resolve, type Schema } from '../support/contract.ts';

const TOKENS = ['access_token', 'access_token_expires', 'refresh_token', 'refresh_token_expires'];
const BILLING_ACCOUNT = [
  ...['id', 'state', 'credit', 'company', 'country', 'currency', 'unit_price', 'monthly_commitment', 'vat_number'],
  ...['vat_rate', 'cycle_start_day', 'created'],
];
const BILL = [
  ...['id', 'created', 'cycle_start', 'cycle_end', 'company', 'billables', 'subtotal', 'vat_rate', 'vat'],
  ...['vat_number', 'total'],
];
const PAYMENT_METHOD = [
  ...['id', 'type', 'state', 'alias', 'reference', 'primary', 'address_line_1', 'address_line_2'],
  ...['address_postal_code', 'address_city', 'address_state', 'address_country'],
];
const SESSION = [
  ...['id', 'created', 'expires', 'state', 'reference', 'callback_url', 'face_verification', 'passport_only'],
  ...['user_ip', 'user_agent', 'given_names', 'surname', 'nationality', 'sex', 'date_of_birth', 'personal_number'],
  ...['document_type', 'document_number', 'expiry_date', 'issuing_country', 'issuer', 'portrait', 'face'],
];

/** Input (`?` for what may be left out) and output of every call. */
const CALLS: Partial<Record<OperationId, [input: string[], output: string[]]>> = {
  'bearer.renew': [['access_token?', 'refresh_token'], TOKENS],
  'bearer.revoke': [['access_token'], []],
  'password.create': [['email', 'password', 'reference?'], TOKENS],
  'password.authenticate': [['email', 'password'], TOKENS],
  'password.recover_send_code': [['email'], []],
  'password.recover': [['code', 'email', 'new_password'], []],
  'google.authenticate': [['code', 'reference?'], TOKENS],
  'microsoft.authenticate': [['code', 'reference?'], TOKENS],
  'google.uri': [['state?'], ['uri']],
  'microsoft.uri': [['state?'], ['uri']],
  'billing.self': [[], BILLING_ACCOUNT],
  'billing.update': [['company?', 'country'], BILLING_ACCOUNT],
  'billing.change_vat_number': [['new_vat_number'], BILLING_ACCOUNT],
  'billing.enable': [[], BILLING_ACCOUNT],
  'bill.list': [[], ['bills']],
  'bill.get': [['id'], BILL],
  'transaction.list': [['bill_id'], ['transactions']],
  'payment_method.list': [['bill_id?'], ['payment_methods']],
  'payment_method.get': [['id'], PAYMENT_METHOD],
  'payment_method.change_primary': [['id'], PAYMENT_METHOD],
  'payment_method.delete': [['id'], []],
  'user.self': [[], ['id', 'type', 'email', 'email_verified']],
  'user.list': [[], ['users']],
  'user.get': [['id'], ['id', 'type', 'alias', 'created']],
  'user.delete': [['id'], []],
  'user.create_service_user': [[], ['public_key', 'secret']],
  'invite.create': [['email'], []],
  'password.change_email': [['password', 'new_email'], []],
  'password.change_password': [['password', 'new_password'], []],
  'password.verify_email_send_code': [[], []],
  'password.verify_email': [['code'], []],
  'merchant.delete': [[], []],
  'dashboard.get_started': [[], ['email_verified', 'credentials_generated', 'integrated', 'billing_enabled']],
  'dashboard.usage': [[], ['last_30_days', 'last_90_days']],
  'demo.create': [['face_verification?'], ['token', 'id']],
  'demo.get': [['token'], ['id', 'state', 'portrait', 'face']],
  'demo.state': [['token'], ['state']],
  'stripe.start': [[], ['publishable_key', 'setup_intent_id', 'setup_intent_client_secret']],
  'stripe.complete': [['setup_intent_id'], []],
  'session.create': [
    ['reference?', 'face_verification?', 'passport_only?', 'callback_url?'],
    ['id', 'token'],
  ],
  'session.get': [['id'], SESSION],
  'session.state': [['id'], ['state']],
};

/** Properties whose values are listed. */
const VALUES: [id: OperationId, property: string, values: unknown[]][] = [
  ['billing.self', 'state', ['TRIAL', 'ACTIVE', 'INACTIVE']],
  ['billing.self', 'currency', ['USD']],
  ['payment_method.get', 'type', ['CARD', 'INVOICE']],
  ['payment_method.get', 'state', ['ACTIVE', 'INACTIVE']],
  ['user.get', 'type', ['NATURAL', 'SERVICE', 'GOOGLE', 'MICROSOFT']],
  ['session.get', 'sex', ['MALE', 'FEMALE', 'UNSPECIFIED']],
  ['session.state', 'state', ['CREATED', 'INITIATED', 'FAILED', 'ABORTED', 'COMPLETED', 'REJECTED', 'APPROVED']],
];

/** Elements of lists, and their properties. */
const ELEMENTS: [id: OperationId, list: string, properties: string[]][] = [
  ['user.list', 'users', ['id', 'alias']],
  ['bill.list', 'bills', ['id', 'created', 'total']],
  ['bill.get', 'billables', ['name', 'description', 'quantity', 'unit_price', 'total']],
  ['transaction.list', 'transactions', ['type', 'amount', 'payment_method_id']],
  ['payment_method.list', 'payment_methods', ['id', 'type', 'state', 'alias', 'primary']],
];

interface Answer {
  content?: { 'application/json': { schema: Schema } };
}

const answerOf = (id: OperationId): Schema => {
  const { content } = resolve(operation(id).responses['200'] as Answer);
  return resolve(content!['application/json'].schema);
};

/** Every property of a schema, also where it is one of several. */
function propertiesOf(schema: Schema): Map<string, Schema> {
  const { properties = {}, oneOf = [] } = resolve(schema);
  return new Map([...Object.entries(properties), ...oneOf.flatMap((variant) => [...propertiesOf(variant)])]);
}

const valuesOf = (schema: Schema & { const?: unknown }): unknown[] => {
  const { enum: values, const: only, oneOf = [] } = resolve(schema) as Schema & { const?: unknown };
  return values ?? (only === undefined ? oneOf.flatMap(valuesOf) : [only]);
};

const names = Object.keys(CALLS) as OperationId[];

test('every call is a POST under /api/v1', () => {
  for (const [path, methods] of Object.entries(contract.paths)) {
    expect(path).toBe(`/api/v1/${methods.post.operationId}`);
    expect(Object.keys(methods)).toEqual(['post']);
  }
});

describe('specified calls', () => {
  test.each(names)('%s takes what is specified, and needs nothing else', (id) => {
    const { properties = {}, required = [] } = requestSchema(id);
    const [input] = CALLS[id]!;
    const wanted = input.map((name) => name.replace('?', ''));
    expect(Object.keys(properties)).toEqual(expect.arrayContaining(wanted));
    expect(required.toSorted()).toEqual(input.filter((name) => !name.endsWith('?')).toSorted());
  });

  test.each(names)('%s answers with what is specified', (id) => {
    const [, output] = CALLS[id]!;
    expect([...propertiesOf(answerOf(id)).keys()]).toEqual(expect.arrayContaining(output));
    if (output.length === 0) expect(propertiesOf(answerOf(id)).size).toBe(0);
  });
});

test.each(VALUES)('%s: %s has the specified values', (id, property, values) => {
  const variants = resolve(answerOf(id)).oneOf ?? [answerOf(id)];
  const found = variants.flatMap((variant) => {
    const schema = propertiesOf(variant).get(property);
    return schema ? valuesOf(schema) : [];
  });
  expect([...new Set(found)].toSorted()).toEqual(values.toSorted());
});

test.each(ELEMENTS)('%s: each of %s has the specified properties', (id, list, properties) => {
  const { items } = resolve(propertiesOf(answerOf(id)).get(list)!);
  expect([...propertiesOf(items!).keys()]).toEqual(expect.arrayContaining(properties));
});

test('a billing cycle starts on a day from 1 to 28, and face verification is off unless it is asked for', () => {
  const day = resolve(propertiesOf(answerOf('billing.self')).get('cycle_start_day')!);
  expect([day.minimum, day.maximum]).toEqual([1, 28]);
  const face = resolve(requestSchema('session.create').properties!['face_verification']!) as Schema & {
    default?: boolean;
  };
  expect(face.default).toBe(false);
});

test('an e-mail address, a password and a code are bound as specified', () => {
  const propertyOf = (id: OperationId, name: string) => resolve(requestSchema(id).properties![name]!);
  const passwords = [
    ['password.create', 'password'],
    ['password.authenticate', 'password'],
    ['password.change_email', 'password'],
    ['password.change_password', 'password'],
    ['password.change_password', 'new_password'],
    ['password.recover', 'new_password'],
  ] as const;
  for (const [id, name] of passwords) expect([id, propertyOf(id, name).minLength]).toEqual([id, 4]);
  for (const id of ['password.verify_email', 'password.recover'] as const) {
    const { minLength, maxLength } = propertyOf(id, 'code');
    expect([id, minLength, maxLength]).toEqual([id, 6, 6]);
  }
  const emails = [
    ['password.create', 'email'],
    ['password.authenticate', 'email'],
    ['password.recover_send_code', 'email'],
    ['password.change_email', 'new_email'],
    ['invite.create', 'email'],
  ] as const;
  for (const [id, name] of emails) {
    const pattern = new RegExp(propertyOf(id, name).pattern!);
    for (const good of ['a@b.co', 'ada.lovelace+x@mail.example.com'])
      expect([good, pattern.test(good)]).toEqual([good, true]);
    for (const bad of ['', 'a', 'a@b', 'a@b.c', 'a b@c.de', 'a@b c.de', '@b.co', 'a@b.co '])
      expect([bad, pattern.test(bad)]).toEqual([bad, false]);
  }
});
