// CI only: it compares a hundred edited contracts.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { contractCommand } from '../../scripts/contract.ts';
import { captured, spawned } from '../../tests/support/packages/script.ts';
import { trials } from '../../tests/support/runs/trials.ts';
import { readContract, root } from '../contract/contract.ts';
import { kinds } from '../contract/key-order.ts';
import type { Source } from '../contract/tree.ts';
import { compareContracts } from './compare.ts';
import { EXTENSIONS } from './conditions.ts';
import { compareSources } from './report.ts';

// biome-ignore lint/suspicious/noExplicitAny: edits reach into a parsed document.
type Document = any;
type Verdict = 'none' | 'minor' | 'major';

const contract: Document = readContract();

const edited = (edit: (document: Document) => void): Document => {
  const document = structuredClone(contract);
  edit(document);
  return document;
};
const verdictOf = (causes: { verdict: string }[]): string =>
  causes.some(({ verdict }) => verdict === 'major') ? 'major' : (causes[0]?.verdict ?? 'none');

const sentencesOf = (causes: { what: string; consequences: string[] }[]): string[] =>
  causes.map(({ what, consequences }) => [what, ...consequences].join(': '));

const call = (document: Document, name: string) => document.paths[`/api/v1/${name}`].post;
const schemas = (document: Document) => document.components.schemas;
/** The part of a schema that is not shared through allOf. */
const own = (document: Document, name: string) => schemas(document)[name].allOf.at(-1);
const schemaOf = (document: Document, { content }: Document) => {
  const { schema } = content['application/json'];
  return schema.$ref ? schemas(document)[schema.$ref.split('/').at(-1)] : schema;
};
const sent = (document: Document, name: string) => schemaOf(document, call(document, name).requestBody);
const answered = (document: Document, name: string) => schemaOf(document, call(document, name).responses['200']);
const callback = (document: Document) =>
  call(document, 'session.create').callbacks.session_state_changed['{$request.body#/callback_url}'].post;

const remove = (list: unknown[], value: unknown): void => void list.splice(list.indexOf(value), 1);
const rename = (owner: Document, from: string, to: string): void => {
  owner.properties[to] = owner.properties[from];
  delete owner.properties[from];
  if (owner.required?.includes(from)) owner.required[owner.required.indexOf(from)] = to;
};
const renameEverywhere = (document: Document, from: string, to: string): void => {
  const text = JSON.stringify(document).replaceAll(`#/components/schemas/${from}"`, `#/components/schemas/${to}"`);
  Object.assign(document, JSON.parse(text));
  document.components.schemas[to] = document.components.schemas[from];
  delete document.components.schemas[from];
};

type Row = [title: string, verdict: Verdict, said: string, edit: (document: Document) => void];

// biome-ignore format: a table is read row by row.
const reads: Row[] = [
  ['a property of a branch is renamed', 'major', '`ApprovedSession.surname` was renamed to `family_name`: code that reads `session.surname` gets undefined',
    (d) => rename(own(d, 'ApprovedSession'), 'surname', 'family_name')],
  ['an optional property of a branch is removed', 'major', '`ApprovedSession.document_number` was removed: code that reads `session.document_number` gets undefined',
    (d) => delete own(d, 'ApprovedSession').properties.document_number],
  ['a required property of a branch is removed', 'major', '`ApprovedSession.chip` was removed',
    (d) => { delete own(d, 'ApprovedSession').properties.chip; remove(own(d, 'ApprovedSession').required, 'chip'); }],
  ['a branch is removed', 'major', "`ApprovedSession` is no longer one of `VerificationSession`: code for `session.state === 'APPROVED'` no longer finds its properties",
    (d) => remove(schemas(d).VerificationSession.oneOf, schemas(d).VerificationSession.oneOf.at(-1))],
  ['a branch is added', 'minor', '`SuspendedSession` is one of `VerificationSession` now',
    (d) => { schemas(d).SuspendedSession = { ...structuredClone(schemas(d).FailedSession) }; own(d, 'SuspendedSession').properties.state.enum = ['SUSPENDED']; schemas(d).VerificationSession.oneOf.push({ $ref: '#/components/schemas/SuspendedSession' }); }],
  ['a branch without a discriminator is added', 'major', '`OddSession` is one of `VerificationSession` now',
    (d) => { schemas(d).OddSession = { type: 'object', properties: {} }; schemas(d).VerificationSession.oneOf.push({ $ref: '#/components/schemas/OddSession' }); }],
  ['the branches change their order', 'none', '',
    (d) => schemas(d).VerificationSession.oneOf.reverse()],
  ['a state of a branch is removed', 'major', "`UnverifiedSession.state`: 'ABORTED' was removed: code that compares `session.state === 'ABORTED'` never matches",
    (d) => remove(own(d, 'UnverifiedSession').properties.state.enum, 'ABORTED')],
  ['a branch is renamed', 'major', 'the type `ApprovedSession` was renamed to `VerifiedSession`: code that imports `ApprovedSession`',
    (d) => renameEverywhere(d, 'ApprovedSession', 'VerifiedSession')],
  ['a property is added to a branch', 'minor', '`ApprovedSession.place_of_birth` was added',
    (d) => { own(d, 'ApprovedSession').properties.place_of_birth = { type: 'string', maxLength: 255 }; }],
  ['the type of a property of a branch changes', 'major', '`ApprovedSession.date_of_birth` is integer instead of string: code that reads `session.date_of_birth` gets another type',
    (d) => { own(d, 'ApprovedSession').properties.date_of_birth = { type: 'integer' }; }],
  ['the type of a response property changes', 'major', '`NewSession.open_url` is integer instead of string: code that reads `session.open_url` gets another type',
    (d) => { answered(d, 'session.create').properties.open_url = { type: 'integer' }; }],
  ['the type of a property of an unnamed response changes', 'major', '`SessionListResponse.next_cursor` is integer instead of string: code that reads `(await sigill.session.list(…)).next_cursor` gets another type',
    (d) => { answered(d, 'session.list').properties.next_cursor = { type: 'integer' }; }],
  ['a flag becomes a string', 'major', '`SessionFailure.retryable` is string instead of boolean',
    (d) => { schemas(d).SessionFailure.properties.retryable = { type: 'string' }; }],
  ['a timestamp becomes a free string', 'major', "`NewSession.expires` no longer has format 'date-time': code that relies on how",
    (d) => { answered(d, 'session.create').properties.expires = { type: 'string', maxLength: 30 }; }],
  ['a format changes', 'major', "`CalendarDate` has format 'date-time' instead of 'date'",
    (d) => { schemas(d).CalendarDate.format = 'date-time'; }],
  ['a pattern in a response changes', 'major', '`EventId` has another pattern: code that relies on how the header webhook-id looks may fail',
    (d) => { schemas(d).EventId.pattern = '^evt_[0-9]+$'; }],
  ['a property becomes nullable', 'major', '`ApprovedSession.surname` is string or null instead of string: code that reads `session.surname` gets another type and may be null',
    (d) => { own(d, 'ApprovedSession').properties.surname.type = ['string', 'null']; }],
  ['an integer becomes any number', 'major', '`CallbackAttempt.duration_ms` is number instead of integer',
    (d) => { schemas(d).CallbackAttempt.properties.duration_ms.type = 'number'; }],
  ['a property of the error is removed', 'major', '`Problem.error` was removed: code that reads `error.error` gets undefined',
    (d) => { delete schemas(d).Problem.properties.error; remove(schemas(d).Problem.required, 'error'); }],
  ['a property deep in the error is removed', 'major', '`Problem.details[].path` was removed: code that reads `error.details[0].path`',
    (d) => delete schemas(d).Problem.properties.details.items.properties.path],
  ['a required property becomes optional', 'major', '`Problem.request_id` is optional now: code that reads `error.request_id` may get undefined',
    (d) => remove(schemas(d).Problem.required, 'request_id')],
  ['an optional property becomes required', 'minor', '`Problem.details` is required now',
    (d) => schemas(d).Problem.required.push('details')],
  ['an error code is removed', 'major', "`ProblemCode`: 'not_found' was removed: code that compares `error.code === 'not_found'` never matches",
    (d) => remove(schemas(d).ProblemCode.enum, 'not_found')],
  ['an error code is renamed', 'major', "`ProblemCode`: 'not_found' was removed",
    (d) => { schemas(d).ProblemCode.enum[schemas(d).ProblemCode.enum.indexOf('not_found')] = 'missing'; }],
  ['an error code is added', 'minor', "`ProblemCode`: 'teapot' was added",
    (d) => schemas(d).ProblemCode.enum.push('teapot')],
  ['a failure reason is removed', 'major', "`FailureCode`: 'nfc_lost' was removed: code that compares `failure.code === 'nfc_lost'` never matches",
    (d) => remove(schemas(d).FailureCode.enum, 'nfc_lost')],
  ['a failure code is final', 'minor', "`FailureCode`: 'session_expired' is no longer retryable",
    (d) => { schemas(d).FailureCode['x-reasons'].session_expired.retryable = false; }],
  ['a cause belongs to another code', 'major', "`ReaderFailCause`: 'chip_failure' belongs to 'nfc_lost' instead of 'read_error': code that handles 'read_error' no longer gets it",
    (d) => { schemas(d).ReaderFailCause['x-reasons'].chip_failure.code = 'nfc_lost'; }],
  ['a state is added', 'minor', "`SessionState`: 'PAUSED' was added",
    (d) => schemas(d).SessionState.enum.push('PAUSED')],
  ['an enum becomes a free string', 'major', "`BillingState` is no longer one of 'TRIAL', 'ACTIVE', 'INACTIVE'",
    (d) => delete schemas(d).BillingState.enum],
  ['a string with a pattern becomes an enum of matching values', 'minor', "`ApprovedSession.document_number` is one of 'L898902C', 'X1' now",
    (d) => { own(d, 'ApprovedSession').properties.document_number = { type: 'string', enum: ['L898902C', 'X1'] }; }],
  ['a string that is never empty becomes an enum with an empty value', 'major', '`ApprovedSession.document_number` no longer has minLength 1',
    (d) => { own(d, 'ApprovedSession').properties.document_number = { type: 'string', enum: ['L898902C', ''] }; }],
  ['a response value may be longer', 'minor', '`ApprovedSession.surname` has maxLength 1000 instead of 255',
    (d) => { own(d, 'ApprovedSession').properties.surname.maxLength = 1000; }],
  ['the maximum length of a response value decreases', 'minor', '`ApprovedSession.surname` has maxLength 100 instead of 255',
    (d) => { own(d, 'ApprovedSession').properties.surname.maxLength = 100; }],
  ['a response value may be empty', 'major', '`ApprovedSession.document_number` no longer has minLength 1: code that reads `session.document_number` may get an empty one',
    (d) => delete own(d, 'ApprovedSession').properties.document_number.minLength],
  ['an id exceeds the integers that JavaScript reads exactly', 'major', '`Id` has maximum 9223372036854776000 instead of 9007199254740991: code that reads `session.id` may get a number that JavaScript rounds',
    (d) => { schemas(d).Id.maximum = 2 ** 63; }],
  ['a response is closed', 'minor', '`ApprovedSession` takes no other properties now',
    (d) => { schemas(d).ApprovedSession.additionalProperties = false; }],
  ['the items of a list change', 'major', '`ChipVerification.data_groups[]` is string instead of integer',
    (d) => { schemas(d).ChipVerification.properties.data_groups.items = { type: 'string' }; }],
  ['a list becomes an object', 'major', '`SessionListResponse.sessions` is object instead of array',
    (d) => { answered(d, 'session.list').properties.sessions = { type: 'object', properties: {} }; }],
  ['a property is deprecated', 'minor', '`ApprovedSession.issuer` is deprecated',
    (d) => { own(d, 'ApprovedSession').properties.issuer.deprecated = true; }],
  ['a property becomes write-only', 'major', '`ApprovedSession.portrait` was removed',
    (d) => { own(d, 'ApprovedSession').properties.portrait.writeOnly = true; }],
  ['an unknown keyword is added', 'major', '`ApprovedSession` has the keyword `not` {"required":["face"]} now',
    (d) => { schemas(d).ApprovedSession.not = { required: ['face'] }; }],
  ['the parts of an allOf contradict each other', 'major', '`ApprovedSession.initiated` is nothing instead of string',
    (d) => { own(d, 'ApprovedSession').properties.initiated = { type: 'integer' }; }],
  ['an object is put under allOf', 'none', '',
    (d) => { const { properties, required, ...rest } = schemas(d).SessionFailure; schemas(d).SessionFailure = { ...rest, allOf: [{ type: 'object', properties, required }] }; }],
  ['a property under allOf is removed', 'major', '`SessionFailure.retryable` was removed: code that reads `failure.retryable` gets undefined',
    (d) => { const { properties, required, ...rest } = schemas(d).SessionFailure; const { retryable, ...kept } = properties; schemas(d).SessionFailure = { ...rest, allOf: [{ type: 'object', properties: kept, required }] }; }],
  ['a schema is inlined', 'none', '',
    (d) => { own(d, 'CompletedSession').properties.chip = structuredClone(schemas(d).ChipVerification); }],
  ['a success response of another shape is added', 'major', 'status 202 was added: code that reads the response to `sigill.session.create` may get another type',
    (d) => { call(d, 'session.create').responses['202'] = call(d, 'session.create').responses['400']; }],
  ['an error status is added', 'minor', 'status 402 was added',
    (d) => { call(d, 'session.create').responses['402'] = call(d, 'session.create').responses['403']; }],
  ['a status is removed', 'major', 'status 404 was removed: code that catches `NotFoundError` never runs',
    (d) => delete call(d, 'session.get').responses['404']],
  ['a media type of a response is removed', 'major', '`SessionListResponse` is no longer application/json',
    (d) => { const { content } = call(d, 'session.list').responses['200']; content['application/xml'] = content['application/json']; delete content['application/json']; }],
  ['a header is removed', 'major', 'the header Retry-After was removed',
    (d) => delete d.components.responses.TooManyRequests.headers['Retry-After']],
  ['a header becomes optional', 'major', 'the header X-Request-Id is optional now',
    (d) => { d.components.headers.RequestId.required = false; }],
  ['the type of a header changes', 'major', 'the header Retry-After is string instead of integer: code that reads the header Retry-After gets another type',
    (d) => { d.components.headers.RetryAfter.schema = { type: 'string', maxLength: 30 }; }],
  ['a header is added', 'minor', 'the header Deprecation was added',
    (d) => { call(d, 'session.create').responses['200'].headers.Deprecation = { schema: { type: 'string' } }; }],
  ['a property that is not described is promised', 'minor', '`NewSession.ghost` is required now',
    (d) => schemas(d).NewSession.required.push('ghost')],
  ['an object is opened to a part that others have', 'minor', '`SessionFailure.id` was added',
    (d) => { schemas(d).SessionFailure = { allOf: [schemas(d).SessionFailure, { $ref: '#/components/schemas/SessionDetails' }] }; }],
  ['a shared property moves to one branch', 'major', '`SessionSummary.redacted` was removed',
    (d) => { own(d, 'ApprovedSession').properties.redacted = schemas(d).SessionSummary.properties.redacted; delete schemas(d).SessionSummary.properties.redacted; }],
  ['the mapping uses names', 'none', '',
    (d) => { const { mapping } = schemas(d).VerificationSession.discriminator; for (const value of Object.keys(mapping)) mapping[value] = mapping[value].split('/').at(-1); }],
  ['the mapping contradicts the branches', 'major', "`VerificationSession`: 'APPROVED' no longer means ApprovedSession",
    (d) => { schemas(d).VerificationSession.discriminator.mapping.APPROVED = 'FailedSession'; }],
  ['branches are nested', 'none', '',
    (d) => { const { oneOf } = schemas(d).VerificationSession; oneOf.push({ oneOf: oneOf.splice(0, 2) }); }],
  ['branches are nested, and one gets lost', 'major', '`UnverifiedSession` is no longer one of `VerificationSession`',
    (d) => { const { oneOf } = schemas(d).VerificationSession; oneOf.push({ oneOf: oneOf.splice(0, 2).slice(1) }); }],
  ['a branch is split', 'minor', 'the type `AbortedSession` was added',
    (d) => split(d, structuredClone(schemas(d).UnverifiedSession))],
  ['a branch is split, and its part loses properties', 'major', '`UnverifiedSession.callback_url` was removed: code that reads `session.callback_url` gets undefined',
    (d) => split(d, { allOf: [{ $ref: '#/components/schemas/SessionSummary' }, structuredClone(own(d, 'UnverifiedSession'))] })],
  ['a branch is split, and a value gets lost', 'major', "`UnverifiedSession.state`: 'INITIATED' was removed",
    (d) => { split(d, structuredClone(schemas(d).UnverifiedSession)); remove(own(d, 'UnverifiedSession').properties.state.enum, 'INITIATED'); delete schemas(d).VerificationSession.discriminator.mapping.INITIATED; }],
  ['a value moves to a branch with more properties', 'minor', '`UnverifiedSession.failure` was added',
    (d) => { remove(own(d, 'UnverifiedSession').properties.state.enum, 'ABORTED'); own(d, 'FailedSession').properties.state.enum.push('ABORTED'); schemas(d).VerificationSession.discriminator.mapping.ABORTED = '#/components/schemas/FailedSession'; }],
  ['a status is covered by its class', 'minor', 'status 4XX was added',
    (d) => { const { responses } = call(d, 'session.get'); responses['4XX'] = responses['404']; delete responses['404']; }],
  ['a default for errors is added', 'minor', 'status default was added',
    (d) => { call(d, 'session.get').responses.default = { $ref: '#/components/responses/InternalError' }; }],
];

function split(document: Document, branch: Document): void {
  const { oneOf, discriminator } = schemas(document).VerificationSession;
  schemas(document).AbortedSession = branch;
  own(document, 'AbortedSession').properties.state.enum = ['ABORTED'];
  remove(own(document, 'UnverifiedSession').properties.state.enum, 'ABORTED');
  oneOf.push({ $ref: '#/components/schemas/AbortedSession' });
  discriminator.mapping.ABORTED = '#/components/schemas/AbortedSession';
}

// biome-ignore format: a table is read row by row.
const sends: Row[] = [
  ['a property is removed', 'major', '`SessionOptions.passport_only` was removed: calls that send it are refused',
    (d) => delete sent(d, 'session.create').properties.passport_only],
  ['a property is renamed', 'major', '`SessionOptions.reference` was renamed to `order`',
    (d) => rename(sent(d, 'session.create'), 'reference', 'order')],
  ['an optional property is added', 'minor', '`SessionOptions.language` was added',
    (d) => { sent(d, 'session.create').properties.language = { type: 'string' }; }],
  ['a required property is added', 'major', '`SessionOptions.purpose` was added and is required: calls that do not send it are refused',
    (d) => { sent(d, 'session.create').properties.purpose = { type: 'string' }; sent(d, 'session.create').required = ['purpose']; }],
  ['a property becomes required', 'major', '`SessionOptions.reference` is required now: calls that do not send it are refused',
    (d) => { sent(d, 'session.create').required = ['reference']; }],
  ['a property becomes optional', 'minor', '`SessionById.id` is optional now',
    (d) => delete d.components.requestBodies.SessionById.content['application/json'].schema.required],
  ['a type changes', 'major', '`SessionOptions.passport_only` is string instead of boolean: calls that send boolean are refused',
    (d) => { sent(d, 'session.create').properties.passport_only = { type: 'string', default: false }; }],
  ['a type is widened', 'minor', '`SessionListParams.specimen` is boolean or string instead of boolean',
    (d) => { sent(d, 'session.list').properties.specimen.type = ['boolean', 'string']; }],
  ['a default changes', 'major', '`SessionOptions.face_verification` has default true instead of false: calls that leave it out mean something else',
    (d) => { sent(d, 'session.create').properties.face_verification.default = true; }],
  ['the maximum length of a string decreases', 'major', '`SessionReference` has maxLength 100 instead of 255: calls that were accepted may be refused',
    (d) => { schemas(d).SessionReference.maxLength = 100; }],
  ['the minimum length of a string increases', 'major', '`PlainPassword` has minLength 15 instead of 4',
    (d) => { schemas(d).PlainPassword.minLength = 15; }],
  ['the maximum length of a string increases', 'minor', '`PlainPassword` has maxLength 4096 instead of 1024',
    (d) => { schemas(d).PlainPassword.maxLength = 4096; }],
  ['the maximum of a number decreases', 'major', '`PageSize` has maximum 50 instead of 100',
    (d) => { schemas(d).PageSize.maximum = 50; }],
  ['a pattern is added', 'major', '`PlainPassword` has a pattern now: calls that were accepted may be refused',
    (d) => { schemas(d).PlainPassword.pattern = '^[!-~]+$'; }],
  ['a pattern is removed', 'minor', '`PasswordCreateParams.email` no longer has a pattern',
    (d) => { sent(d, 'password.create').properties.email = { type: 'string', minLength: 6, maxLength: 254 }; }],
  ['a format is added', 'major', "`OpaqueToken` has format 'uuid' now",
    (d) => { schemas(d).OpaqueToken.format = 'uuid'; }],
  ['a format only says how to hold a number', 'minor', "`PageSize` has format 'int64' now",
    (d) => { schemas(d).PageSize.format = 'int64'; }],
  ['a format limits a number', 'major', "`PageSize` has format 'int32' now: calls that were accepted may be refused",
    (d) => { schemas(d).PageSize.format = 'int32'; }],
  ['a property requires another', 'major', '`SessionListParams` has the keyword `dependentRequired` {"search":["limit"]} now: calls that were accepted may be refused',
    (d) => { sent(d, 'session.list').dependentRequired = { search: ['limit'] }; }],
  ['a value is removed', 'major', "`ReaderFailCode`: 'timeout' was removed: calls that send 'timeout' are refused",
    (d) => remove(schemas(d).ReaderFailCode.enum, 'timeout')],
  ['a value is added', 'minor', "`ReaderFailCode`: 'BATTERY' was added",
    (d) => schemas(d).ReaderFailCode.enum.push('BATTERY')],
  ['a free string becomes an enum', 'major', "`SessionReference` is one of 'a', 'b' now: calls that send another value are refused",
    (d) => { schemas(d).SessionReference.enum = ['a', 'b']; }],
  ['an object is opened', 'minor', '`SessionOptions` takes any other properties now',
    (d) => delete sent(d, 'session.create').additionalProperties],
  ['a body becomes required', 'major', 'the body of `session.create` is required now',
    (d) => { call(d, 'session.create').requestBody.required = true; }],
  ['a body becomes optional', 'minor', 'the body of `callback.get` is optional now',
    (d) => { d.components.requestBodies.CallbackById.required = false; }],
  ['a property moves into a header', 'major', '`ReaderSubmitParams.files` was removed',
    (d) => { delete sent(d, 'reader.submit').properties.files; call(d, 'reader.submit').parameters.push({ name: 'files', in: 'header', required: true, schema: { type: 'string' }, }); }],
  ['a media type is removed', 'major', '`SessionCreateParams` is no longer application/json: calls that send it get 415',
    (d) => { const { content } = call(d, 'session.create').requestBody; content['application/cbor'] = content['application/json']; delete content['application/json']; }],
  ['a media type is added', 'minor', '`SessionCreateParams` may be application/cbor',
    (d) => { const { content } = call(d, 'session.create').requestBody; content['application/cbor'] = content['application/json']; }],
  ['a parameter is removed', 'major', 'the header Idempotency-Key was removed',
    (d) => delete call(d, 'session.create').parameters],
  ['a parameter is deprecated', 'minor', 'the header Idempotency-Key is deprecated',
    (d) => { d.components.parameters.IdempotencyKey.deprecated = true; }],
  ['a parameter becomes required', 'major', 'the header Idempotency-Key is required now: calls without it are refused',
    (d) => { d.components.parameters.IdempotencyKey.required = true; }],
  ['the maximum length of a parameter decreases', 'major', 'the header Idempotency-Key has maxLength 64 instead of 255',
    (d) => { d.components.parameters.IdempotencyKey.schema.maxLength = 64; }],
  ['a parameter is renamed', 'major', 'the header Idempotency-Key was removed',
    (d) => { d.components.parameters.IdempotencyKey.name = 'X-Idempotency-Key'; }],
  ['the case of a header name changes', 'none', '',
    (d) => { d.components.parameters.IdempotencyKey.name = 'idempotency-key'; }],
  ['a bound of an integer is exclusive', 'none', '',
    (d) => { delete schemas(d).PageSize.minimum; schemas(d).PageSize.exclusiveMinimum = 0; }],
  ['bounds that allow everything are written', 'none', '',
    (d) => Object.assign(schemas(d).ReturnAddresses, { minItems: 0, uniqueItems: false })],
  ['an optional parameter is added', 'minor', 'the query parameter verbose was added',
    (d) => call(d, 'session.create').parameters.push({ name: 'verbose', in: 'query', schema: { type: 'boolean' } })],
  ['a property that is not described is required', 'major', '`SessionOptions.ghost` is required now: calls that do not send it are refused',
    (d) => { sent(d, 'session.create').required = ['ghost']; }],
  ['a required parameter is added', 'major', 'the query parameter tenant was added and is required',
    (d) => call(d, 'session.create').parameters.push({ name: 'tenant', in: 'query', required: true, schema: { type: 'string' }, })],
];

// biome-ignore format: a table is read row by row.
const operations: Row[] = [
  ['an operation is removed', 'major', '`sigill.session.state` was removed: calls to POST /api/v1/session.state get 404',
    (d) => delete d.paths['/api/v1/session.state']],
  ['an operation is added', 'minor', '`sigill.session.pause` was added',
    (d) => { d.paths['/api/v1/session.pause'] = { post: { ...structuredClone(call(d, 'session.abort')), operationId: 'session.pause' }, }; }],
  ['an operation moves to another address', 'major', '`sigill.session.state` is at POST /api/v1/session.status instead of POST /api/v1/session.state',
    (d) => { d.paths['/api/v1/session.status'] = d.paths['/api/v1/session.state']; delete d.paths['/api/v1/session.state']; }],
  ['the method of an operation changes', 'major', '`sigill.session.state` is at GET /api/v1/session.state',
    (d) => { d.paths['/api/v1/session.state'] = { get: call(d, 'session.state') }; }],
  ['an operation is renamed in the SDK', 'major', '`sigill.paymentMethod.changePrimary` was renamed to `sigill.paymentMethod.makePrimary`',
    (d) => { call(d, 'payment_method.change_primary').operationId = 'payment_method.make_primary'; }],
  ['a query becomes a mutation', 'major', '`sigill.session.get` is a mutation instead of a query: code that imports its query options',
    (d) => delete call(d, 'session.get')['x-query']],
  ['a mutation becomes a query', 'major', '`sigill.session.create` is a query instead of a mutation',
    (d) => { call(d, 'session.create')['x-query'] = true; }],
  ['an operation is closed to pages of other sites', 'major', '`sigill.reader.state` no longer takes calls from pages of other sites',
    (d) => delete call(d, 'reader.state')['x-cors']],
  ['an operation is deprecated', 'minor', '`sigill.session.state` is deprecated',
    (d) => { call(d, 'session.state').deprecated = true; }],
  ['an operation is deprecated with a sunset', 'minor', '`sigill.session.state` is deprecated, and works at least until 2027-12-01',
    (d) => Object.assign(call(d, 'session.state'), { deprecated: true, 'x-sunset': '2027-12-01' })],
  ['one of two credentials no longer suffices', 'major', '`apiKey` no longer suffices',
    (d) => call(d, 'session.get').security.shift()],
  ['another credential suffices', 'minor', '`accessToken` suffices now',
    (d) => call(d, 'session.state').security.push({ accessToken: [] })],
  ['two credentials are required together', 'major', '`apiKey` no longer suffices',
    (d) => { call(d, 'session.create').security = [{ apiKey: [], accessToken: [] }]; }],
  ['a public call requires credentials', 'major', 'a call without credentials no longer suffices',
    (d) => { call(d, 'demo.create').security = [{ accessToken: [] }]; }],
  ['a credential no longer suffices for all calls', 'major', '`accessToken` no longer suffices',
    (d) => { d.security = [{ apiKey: [] }]; }],
  ['the kind of a credential changes', 'major', 'the credentials `apiKey` are sent in another way (apiKey header X-Api-Key instead of http basic): calls with them get 401',
    (d) => { d.components.securitySchemes.apiKey = { type: 'apiKey', in: 'header', name: 'X-Api-Key' }; }],
  ['a credential is removed', 'major', 'the credentials `apiKey` were removed',
    (d) => delete d.components.securitySchemes.apiKey],
  ['the case of a credential scheme changes', 'none', '',
    (d) => { d.components.securitySchemes.apiKey.scheme = 'Basic'; }],
  ['the server changes', 'major', 'the server https://sigill.example was removed',
    (d) => { d.servers = [{ url: 'https://api.sigill.example' }]; }],
  ['a server is added', 'minor', 'the server https://eu.sigill.example was added',
    (d) => d.servers.push({ url: 'https://eu.sigill.example' })],
  ['a hint about a credential is added', 'none', '',
    (d) => { d.components.securitySchemes.accessToken.bearerFormat = 'opaque'; }],
  ['a call with a key becomes public', 'major', '`sigill.session.state` is no longer in `@sigill/sdk`: code that calls it from there does not compile',
    (d) => { call(d, 'session.state').security = []; }],
  ['a call leaves the reader', 'major', '`sigill.reader.state` is no longer in `@sigill/reader`',
    (d) => { call(d, 'reader.state').tags = ['Demo']; }],
  ['a role replaces another', 'major', 'users with the role `developer` may no longer call `sigill.user.list`: they get 403 `role_not_allowed`',
    (d) => { call(d, 'user.list')['x-roles'] = ['owner', 'support']; }],
  ['a new role may make a call', 'minor', "`UserRole`: 'auditor' was added",
    (d) => { schemas(d).UserRole.enum.push('auditor'); call(d, 'user.list')['x-roles'].push('auditor'); }],
  ['the roles change their order', 'none', '',
    (d) => call(d, 'user.list')['x-roles'].reverse()],
  ['credentials of users suffice, with conditions', 'minor', '`accessToken` suffices now',
    (d) => Object.assign(call(d, 'session.state'), { security: [{ apiKey: [] }, { accessToken: [] }], 'x-roles': ['owner'], 'x-fresh-proof': true })],
  ['another property needs a fresh proof', 'major', '`sigill.merchant.update` asks signed-in users for a fresh proof with `refuse_weak`: those who proved their identity earlier get 403 `fresh_proof_required`',
    (d) => call(d, 'merchant.update')['x-fresh-proof'].push('refuse_weak')],
  ['a new property needs a fresh proof', 'minor', '`MerchantUpdateParams.lock` was added',
    (d) => { sent(d, 'merchant.update').properties.lock = { type: 'boolean' }; call(d, 'merchant.update')['x-fresh-proof'].push('lock'); }],
  ['a fresh proof is needed with some properties only', 'minor', '`sigill.merchant.delete` no longer asks signed-in users for a fresh proof without `force`',
    (d) => { call(d, 'merchant.delete')['x-fresh-proof'] = ['force']; }],
  ['an error code gives way to another', 'major', '`sigill.session.create` no longer returns `specimen_limit`: code that handles it never runs',
    (d) => { call(d, 'session.create')['x-errors'].splice(call(d, 'session.create')['x-errors'].indexOf('specimen_limit'), 1, 'session_not_open'); }],
  ['the remedy for a lost response has other words', 'none', '',
    (d) => { call(d, 'totp.confirm')['x-secret-response'] = 'Other words'; }],
  ['a type is removed', 'major', 'the type `CalendarDate` was removed: code that imports `CalendarDate` from `@sigill/sdk` does not compile',
    (d) => renameEverywhere(d, 'CalendarDate', 'Timestamp')],
  ['a type is renamed', 'major', 'the type `SessionListItem` was renamed to `SessionOverview`',
    (d) => renameEverywhere(d, 'SessionListItem', 'SessionOverview')],
  ['the type of a body is removed', 'major', 'the type `SessionById` was removed',
    (d) => { const body = d.components.requestBodies.SessionById; delete d.components.requestBodies.SessionById; for (const { post } of Object.values<Document>(d.paths)) if (post.requestBody?.$ref?.endsWith('/SessionById')) post.requestBody = body; }],
  ['only words change', 'none', '',
    (d) => { d.info.description = 'Other words.'; call(d, 'session.get').summary = 'Other words'; own(d, 'ApprovedSession').properties.surname.description = 'Other words.'; delete d.components.examples.session_approved.summary; }],
];

// biome-ignore format: a table is read row by row.
const callbacks: Row[] = [
  ['a property of the event is removed', 'major', '`CallbackEvent.data.previous_state` was removed: code that reads `event.data.previous_state` gets undefined',
    (d) => delete schemas(d).CallbackEvent.properties.data.properties.previous_state],
  ['a property is added to the event', 'minor', '`CallbackEvent.data.origin` was added',
    (d) => { schemas(d).CallbackEvent.properties.data.properties.origin = { type: 'boolean' }; schemas(d).CallbackEvent.properties.data.required.push('origin'); }],
  ['a kind of event is renamed', 'major', "`CallbackEvent.type`: 'session.state_changed' was removed: code that compares `event.type === 'session.state_changed'`",
    (d) => { schemas(d).CallbackEvent.properties.type.enum = ['session.changed']; }],
  ['a header of the callback is removed', 'major', 'the header webhook-signature was removed: code that reads it gets nothing',
    (d) => callback(d).parameters.pop()],
  ['a header of the callback becomes optional', 'major', 'the header webhook-id is optional now',
    (d) => { callback(d).parameters[0].required = false; }],
  ['a header is added to the callback', 'minor', 'the header webhook-attempt was added',
    (d) => callback(d).parameters.push({ name: 'webhook-attempt', in: 'header', required: true, schema: { type: 'integer' }, })],
  ['a response status of the receiver is no longer accepted', 'major', 'the callback no longer accepts 410 as a response',
    (d) => delete callback(d).responses['410']],
  ['the callback is sent elsewhere', 'major', 'the callback `session_state_changed` is sent as POST {$request.body#/hook} instead of POST {$request.body#/callback_url}: receivers no longer get it',
    (d) => { const { session_state_changed: paths } = call(d, 'session.create').callbacks; paths['{$request.body#/hook}'] = { post: callback(d) }; delete paths['{$request.body#/callback_url}']; }],
  ['the callback is removed', 'major', 'the callback `session_state_changed` was removed: receivers no longer get it',
    (d) => delete call(d, 'session.create').callbacks],
];

/** Features that the contract does not use today: `given` adds them to the contract, both before and after the edit. */
type Given = [
  title: string,
  verdict: Verdict,
  said: string,
  given: (document: Document) => void,
  edit: (document: Document) => void,
];

const tree = (document: Document): void => {
  schemas(document).Branch = {
    type: 'object',
    properties: { name: { type: 'string' }, inner: { type: 'array', items: { $ref: '#/components/schemas/Branch' } } },
  };
  answered(document, 'session.create').properties.branch = { $ref: '#/components/schemas/Branch' };
};
const told = (document: Document): void => {
  Object.assign(schemas(document), {
    Cat: { type: 'object', properties: { purrs: { type: 'boolean' } } },
    Dog: { type: 'object', properties: { barks: { type: 'boolean' } } },
  });
  schemas(document).Pet = {
    oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
    discriminator: {
      propertyName: 'kind',
      mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' },
    },
  };
  answered(document, 'session.create').properties.pet = { $ref: '#/components/schemas/Pet' };
};
const labels =
  (values: Document) =>
  (document: Document): void => {
    answered(document, 'session.create').properties.labels = { type: 'object', additionalProperties: values };
  };

const pet = (...kinds: string[]): Document => ({
  type: 'object',
  required: ['kind'],
  properties: { kind: { enum: kinds }, name: { type: 'string' } },
});
const thing = (document: Document, name: string): void => {
  const parameters = [{ name, in: 'path', required: true, schema: { type: 'string' } }];
  const post = { ...structuredClone(call(document, 'session.state')), operationId: 'thing.get', parameters };
  document.paths[`/api/v1/thing/{${name}}`] = { post };
};
const ended = (document: Document): void =>
  void Object.assign(call(document, 'session.state'), {
    deprecated: true,
    'x-deprecated-since': '2026-12-01',
    'x-sunset': '2027-12-01',
  });

// biome-ignore format: a table is read row by row.
const given: Given[] = [
  ['a property of a recursive schema is removed', 'major', '`Branch.name` was removed: code that reads `branch.name` gets undefined',
    tree, (d) => delete schemas(d).Branch.properties.name],
  ['a recursive schema is unchanged', 'none', '',
    tree, () => {}],
  ['a value of a discriminator is removed', 'major', "`Pet`: 'dog' no longer means Dog: code that discriminates by `pet.kind` gets another type",
    told, (d) => delete schemas(d).Pet.discriminator.mapping.dog],
  ['a value of a discriminator means another branch', 'major', "`Pet`: 'cat' no longer means Cat",
    told, (d) => { schemas(d).Pet.discriminator.mapping.cat = '#/components/schemas/Dog'; }],
  ['a value of a discriminator is added', 'none', '',
    told, (d) => { schemas(d).Pet.discriminator.mapping.kitten = '#/components/schemas/Cat'; }],
  ['the property of a discriminator changes', 'major', '`Pet` is no longer discriminated by `kind`',
    told, (d) => { schemas(d).Pet.discriminator.propertyName = 'species'; }],
  ['a discriminator is removed', 'major', '`Pet` is no longer discriminated by `kind`',
    told, (d) => delete schemas(d).Pet.discriminator],
  ['a branch of a discriminator is renamed with its type', 'major', 'the type `Cat` was renamed to `Feline`',
    told, (d) => { renameEverywhere(d, 'Cat', 'Feline'); }],
  ['the values of a map change', 'major', '`NewSession.labels[key]` is integer instead of string',
    labels({ type: 'string' }), labels({ type: 'integer' })],
  ['the values of a map become untyped', 'major', '`NewSession.labels` takes any other properties now',
    labels({ type: 'string' }), labels(true)],
  ['a number becomes an integer', 'minor', '`NewSession.score` is integer instead of number',
    (d) => { answered(d, 'session.create').properties.score = { type: 'number' }; }, (d) => { answered(d, 'session.create').properties.score.type = 'integer'; }],
  ['a request object is closed', 'major', '`SessionOptions` takes no other properties now: calls that send others are refused',
    (d) => delete sent(d, 'session.create').additionalProperties, (d) => { sent(d, 'session.create').additionalProperties = false; }],
  ['a request property becomes read-only', 'major', '`SessionOptions.colour` was removed',
    (d) => { sent(d, 'session.create').properties.colour = { type: 'string' }; }, (d) => { sent(d, 'session.create').properties.colour.readOnly = true; }],
  ['a request branch is removed', 'major', '`integer` is no longer one of `SessionOptions.size`: calls that send it are refused',
    (d) => { sent(d, 'session.create').properties.size = { oneOf: [{ type: 'string' }, { type: 'integer' }] }; }, (d) => sent(d, 'session.create').properties.size.oneOf.pop()],
  ['a request branch is added', 'minor', '`boolean` is one of `SessionListParams.size` now',
    (d) => { sent(d, 'session.list').properties.size = { oneOf: [{ type: 'string' }, { type: 'integer' }] }; }, (d) => sent(d, 'session.list').properties.size.oneOf.push({ type: 'boolean' })],
  ['a path-level parameter is removed', 'major', 'the query parameter locale was removed',
    (d) => { d.paths['/api/v1/session.create'].parameters = [{ name: 'locale', in: 'query', schema: { type: 'string' } }]; }, (d) => delete d.paths['/api/v1/session.create'].parameters],
  ['the serialisation of a parameter changes', 'major', 'the query parameter ids is written in another way',
    (d) => call(d, 'session.create').parameters.push({ name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'string' } } }), (d) => { call(d, 'session.create').parameters.at(-1).explode = false; }],
  ['a scope is required', 'major', '`apiKey` no longer suffices',
    () => {}, (d) => { call(d, 'session.create').security = [{ apiKey: ['write'] }]; }],
  ['the sunset of an operation moves closer', 'major', '`sigill.session.state` works at least until 2027-06-01 instead of 2027-12-01: users have less time to migrate',
    (d) => Object.assign(call(d, 'session.state'), { deprecated: true, 'x-sunset': '2027-12-01' }), (d) => { call(d, 'session.state')['x-sunset'] = '2027-06-01'; }],
  ['the sunset of an operation is postponed', 'minor', '`sigill.session.state` works at least until 2028-06-01',
    (d) => Object.assign(call(d, 'session.state'), { deprecated: true, 'x-sunset': '2027-12-01' }), (d) => { call(d, 'session.state')['x-sunset'] = '2028-06-01'; }],
  ['a deprecation is corrected', 'none', '',
    ended, (d) => { call(d, 'session.state')['x-deprecated-since'] = '2026-11-01'; }],
  ['a parameter is written as it is by default', 'none', '',
    (d) => call(d, 'session.create').parameters.push({ name: 'ids', in: 'query', schema: { type: 'array', items: { type: 'string' } } }), (d) => { call(d, 'session.create').parameters.at(-1).style = 'form'; }],
  ['a parameter of the path is renamed', 'none', '',
    (d) => thing(d, 'id'), (d) => { delete d.paths['/api/v1/thing/{id}']; thing(d, 'thing_id'); }],
  ['an undescribed property is described, and optional', 'major', '`NewSession.ghost` is optional now: code that reads `session.ghost` may get undefined',
    (d) => schemas(d).NewSession.required.push('ghost'), (d) => { schemas(d).NewSession.properties.ghost = { type: 'string' }; remove(schemas(d).NewSession.required, 'ghost'); }],
  ['a choice of types is written as a list of types', 'none', '',
    (d) => { answered(d, 'session.create').properties.size = { oneOf: [{ type: 'string' }, { type: 'integer' }] }; }, (d) => { answered(d, 'session.create').properties.size = { type: ['string', 'integer'] }; }],
  ['null is written as a branch', 'none', '',
    (d) => { answered(d, 'session.create').properties.size = { type: ['string', 'null'], enum: ['s', 'm', null], maxLength: 1 }; }, (d) => { answered(d, 'session.create').properties.size = { anyOf: [{ enum: ['s', 'm'], maxLength: 1 }, { type: 'null' }] }; }],
  ['one of several types gets a bound', 'major', '`SessionOptions.size` has minItems 1 now',
    (d) => { sent(d, 'session.create').properties.size = { anyOf: [{ type: ['string', 'array'], items: { type: 'string' } }, { type: 'boolean' }] }; }, (d) => { sent(d, 'session.create').properties.size.anyOf[0].minItems = 1; }],
  ['branches are joined', 'none', '',
    (d) => { answered(d, 'session.create').properties.pet = { oneOf: [pet('cat'), pet('dog')] }; }, (d) => { answered(d, 'session.create').properties.pet = { oneOf: [pet('cat', 'dog')] }; }],
  ['a webhook is removed', 'major', 'the callback `news` was removed',
    (d) => { d.webhooks = { news: { post: structuredClone(callback(d)) } }; }, (d) => delete d.webhooks],
];

test.each(given)('%s: %s', (_, verdict, said, prepare, edit) => {
  const before = edited(prepare);
  const after = edited((document) => {
    prepare(document);
    edit(document);
  });
  const causes = compareContracts(before, after);
  expect(verdictOf(causes)).toBe(verdict);
  if (said) expect(sentencesOf(causes)).toContainEqual(expect.stringContaining(said));
});

describe.each([
  ['a value that clients read', reads],
  ['a value that clients send', sends],
  ['an operation', operations],
  ['a callback', callbacks],
])('%s', (_, rows) => {
  test.each(rows)('%s: %s', (_, verdict, said, edit) => {
    const causes = compareContracts(contract, edited(edit));
    expect(verdictOf(causes)).toBe(verdict);
    if (said) expect(sentencesOf(causes)).toContainEqual(expect.stringContaining(said));
  });
});

// biome-ignore format: a table is read row by row.
const shared: Row[] = [
  ['a property becomes optional', 'major', '`SessionSummary.created` is optional now: code that reads `session.created` may get undefined',
    (d) => remove(schemas(d).SessionSummary.required, 'created')],
  ['a property is removed', 'major', '`SessionSummary.specimen` was removed: code that reads `session.specimen` gets undefined',
    (d) => { delete schemas(d).SessionSummary.properties.specimen; remove(schemas(d).SessionSummary.required, 'specimen'); }],
  ['a property is renamed', 'major', '`SessionSummary.created` was renamed to `made`: code that reads `session.created` gets undefined',
    (d) => rename(schemas(d).SessionSummary, 'created', 'made')],
  ['a property is added', 'minor', '`SessionSummary.channel` was added',
    (d) => { schemas(d).SessionSummary.properties.channel = { type: 'string' }; }],
  ['a property is deprecated', 'minor', '`SessionSummary.created` is deprecated',
    (d) => { schemas(d).SessionSummary.properties.created.deprecated = true; }],
  ['a property gets another type', 'major', '`SessionSummary.specimen` is string instead of boolean: code that reads `session.specimen` gets another type',
    (d) => { schemas(d).SessionSummary.properties.specimen.type = 'string'; }],
  ['a type loses its pattern', 'major', '`Timestamp` no longer has a pattern: code that relies on how `session.expires` looks may fail',
    (d) => delete schemas(d).Timestamp.pattern],
  ['a default changes', 'major', '`PageSize` has default 10 instead of 20: calls that leave it out mean something else',
    (d) => { schemas(d).PageSize.default = 10; }],
  ['an object is closed', 'minor', '`SessionSummary` takes no other properties now',
    (d) => { schemas(d).SessionSummary.additionalProperties = false; }],
  ['a role is removed', 'major', "`UserRole`: 'billing' was removed: code that compares `profile.role === 'billing'` never matches: calls that send 'billing' are refused",
    (d) => { remove(schemas(d).UserRole.enum, 'billing'); for (const { post } of Object.values<Document>(d.paths)) if (post['x-roles']?.includes('billing')) remove(post['x-roles'], 'billing'); }],
];

test.each(shared)('%s in a part that many share, which is one cause', (_, verdict, said, edit) => {
  const causes = compareContracts(contract, edited(edit));
  expect(causes.map(({ what, consequences, verdict }) => [[what, ...consequences].join(': '), verdict])).toEqual([
    [said, verdict],
  ]);
});

test('treats a range of success statuses as wider than one of them', () => {
  const range = edited((d) => {
    const { responses } = call(d, 'session.get');
    responses['2XX'] = responses['200'];
    delete responses['200'];
  });
  expect(verdictOf(compareContracts(contract, range))).toBe('major');
  expect(verdictOf(compareContracts(range, contract))).toBe('none');
});

test('judges each of our fields in the contract, or says why not', () => {
  const used = new Set(
    JSON.stringify(contract)
      .match(/"x-[a-z-]+(?=":)/g)!
      .map((key) => key.slice(1)),
  );
  const known = Object.values(kinds).flatMap((keys) => Object.keys(keys).filter((key) => key.startsWith('x-')));
  for (const name of [...used, ...known]) expect(EXTENSIONS).toHaveProperty([name]);
});

/** An edit for each change in the API guide's table. `prepare` first adds what the edit needs. */
type Edits = [edit: (document: Document) => unknown, prepare?: (document: Document) => unknown];
const session = (document: Document) => call(document, 'session.create');

// biome-ignore format: a table is read row by row.
const promised: Record<string, Edits> = {
  'A response or a callback gains a property': [(d) => { schemas(d).NewSession.properties.language = { type: 'string' }; schemas(d).CallbackEvent.properties.language = { type: 'string' }; }],
  'A property of a response is always present': [(d) => schemas(d).Problem.required.push('details')],
  'A property of a response may be `null`': [(d) => { own(d, 'ApprovedSession').properties.surname.type = ['string', 'null']; schemas(d).CallbackRecord.properties.message = { oneOf: [{ $ref: '#/components/schemas/CallbackMessage' }, { type: 'null' }] }; }],
  'A property of a response gets another type': [(d) => { schemas(d).SessionFailure.properties.retryable = { type: 'string' }; }],
  'A text in a response gets a pattern or format': [(d) => { own(d, 'ApprovedSession').properties.surname.pattern = '^.+$'; own(d, 'ApprovedSession').properties.given_names.format = 'uri'; }],
  'A text in a response may be longer': [(d) => { own(d, 'ApprovedSession').properties.surname.maxLength = 1000; }],
  'A response gains a value in a list of codes or states': [(d) => { schemas(d).FailureCode.enum.push('camera_broken'); schemas(d).SessionState.enum.push('PAUSED'); }],
  'A failure code becomes retryable (`x-reasons`)': [(d) => { schemas(d).FailureCode['x-reasons'].issuer_unknown.retryable = true; }],
  'A cause belongs to another failure code (`x-reasons`)': [(d) => { schemas(d).ReaderFailCause['x-reasons'].chip_failure.code = 'nfc_lost'; }],
  'A response gains a variant, such as a session in a new state': [(d) => { schemas(d).PausedSession = structuredClone(schemas(d).FailedSession); own(d, 'PausedSession').properties.state.enum = ['PAUSED']; schemas(d).VerificationSession.oneOf.push({ $ref: '#/components/schemas/PausedSession' }); }],
  'A variant is split into two types with the same properties': [(d) => split(d, structuredClone(schemas(d).UnverifiedSession))],
  'A response gains a header': [(d) => { session(d).responses['200'].headers['X-Region'] = { schema: { type: 'string' } }; }],
  'A request gains an optional property': [(d) => { sent(d, 'session.create').properties.language = { type: 'string' }; }],
  'A request gains a required property': [(d) => { sent(d, 'session.create').properties.purpose = { type: 'string' }; sent(d, 'session.create').required = ['purpose']; }],
  'A property of a request becomes required': [(d) => { sent(d, 'session.list').required = ['specimen']; }],
  'A pattern, format or bound of a request becomes stricter': [(d) => { schemas(d).PlainPassword.pattern = '^[!-~]+$'; schemas(d).PlainPassword.format = 'password'; schemas(d).PlainPassword.minLength = 15; sent(d, 'session.list').dependentRequired = { search: ['limit'] }; }],
  'A request accepts another value or type': [(d) => { schemas(d).ReaderFailCode.enum.push('battery'); sent(d, 'session.list').properties.specimen.type = ['boolean', 'null']; }],
  'The default of a property changes': [(d) => { schemas(d).PageSize.default = 10; }],
  'A call is added': [(d) => { d.paths['/api/v1/session.pause'] = { post: { ...structuredClone(call(d, 'session.abort')), operationId: 'session.pause' } }; }],
  'A call gets another name or address': [(d) => { call(d, 'session.state').operationId = 'session.status'; d.paths['/api/v1/session.status'] = d.paths['/api/v1/session.state']; delete d.paths['/api/v1/session.state']; }],
  'A call is deprecated': [ended],
  'The `Sunset` of a deprecated call comes earlier (`x-sunset`)': [(d) => { call(d, 'session.state')['x-sunset'] = '2027-06-01'; }, ended],
  'The `Sunset` of a deprecated call is withdrawn (`x-sunset`)': [(d) => delete call(d, 'session.state')['x-sunset'], ended],
  'A call may return another error status': [(d) => { call(d, 'session.get').responses['402'] = call(d, 'session.get').responses['403']; }],
  'A call may return another success status': [(d) => { session(d).responses['202'] = session(d).responses['200']; }],
  'A call may return another error code (`x-errors`)': [(d) => { call(d, 'session.redact')['x-errors'] = ['session_not_open']; }],
  'An error code has another status': [(d) => { const { TooManySessions, Conflict } = d.components.responses; const examples = ({ content }: Document) => content['application/json'].examples; examples(Conflict).limit = examples(TooManySessions).specimen_limit; delete examples(TooManySessions).specimen_limit; }],
  'A call accepts other credentials too': [(d) => call(d, 'session.state').security.push({ accessToken: [] })],
  'Another role may make a call (`x-roles`)': [(d) => call(d, 'session.list')['x-roles'].push('billing')],
  'A call asks for a fresh proof of identity (`x-fresh-proof`)': [(d) => Object.assign(call(d, 'session.redact'), { 'x-fresh-proof': true, 'x-errors': ['fresh_proof_required'] })],
  'A call is open to users without the required second factor (`x-before-second-factor`)': [(d) => { call(d, 'user.list')['x-before-second-factor'] = true; }],
  'A call is open to pages of other sites (`x-cors`)': [(d) => { call(d, 'demo.state')['x-cors'] = true; }],
  'A call counts as a read (`x-query`)': [(d) => { call(d, 'session.abort')['x-query'] = true; }],
  'A call returns a stream (`x-stream`)': [(d) => { call(d, 'bill.list')['x-stream'] = true; }],
  'A response is not stored under its `Idempotency-Key` (`x-secret-response`)': [(d) => Object.assign(session(d), { 'x-secret-response': 'Create another one', 'x-errors': [...session(d)['x-errors'], 'answer_not_kept'] })],
  'A callback is added': [(d) => { session(d).callbacks.session_redacted = structuredClone(session(d).callbacks.session_state_changed); }],
  'Receivers of a callback may respond with another status': [(d) => { callback(d).responses['202'] = structuredClone(callback(d).responses['410']); }],
  'A type of the SDK is renamed': [(d) => renameEverywhere(d, 'SessionListItem', 'SessionOverview')],
  'Texts, examples or the order change': [(d) => { d.info.description = 'Other words.'; schemas(d).PageSize['x-expected'] = 'a number'; schemas(d).ProblemCode.enum.reverse(); delete sent(d, 'session.create').example; }],
  'The same requests and responses are described in another way': [(d) => { own(d, 'CompletedSession').properties.chip = structuredClone(schemas(d).ChipVerification); schemas(d).VerificationSession.oneOf = [{ oneOf: schemas(d).VerificationSession.oneOf }]; }],
  'Nothing changes': [() => {}],
};

describe('the API guide', () => {
  const [english, spanish] = ['api-guide.md', 'api-guide.es.md'].map((name) => {
    const [, section] = readFileSync(join(root, 'docs/guides', name), 'utf8').split('{#changes}\n');
    const lines = section!
      .split('\n## ')[0]!
      .split('\n')
      .filter((line) => line.startsWith('| '));
    return lines.slice(1).map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
  }) as [string[][], string[][]];

  test('lists the changes that are tried here, with the same verdicts in both languages', () => {
    expect(english.map(([change]) => change)).toEqual(Object.keys(promised));
    expect(spanish.map(([, ...verdicts]) => verdicts)).toEqual(english.map(([, ...verdicts]) => verdicts));
  });

  test.each(english)('%s: %s, and reversed %s', (change, ...verdicts) => {
    const [edit, prepare] = promised[change!]!;
    const source = (...edits: ((document: Document) => unknown)[]): Source => {
      const document = edited((document) => edits.forEach((edit) => void edit(document)));
      return { file: 'v1.yaml', contract: document, positionOf: () => ({ line: 1, col: 1 }) };
    };
    const [before, after] = [source(prepare ?? (() => {})), source(prepare ?? (() => {}), edit)];
    const reports = [compareSources(before, after), compareSources(after, before)];
    expect(reports.map(({ verdict }) => verdict)).toEqual(verdicts);
  });
});

function answersOf(document: Document): Document[] {
  const found = new Set<Document>();
  const follow = (node: Document) =>
    node.$ref
      ?.split('/')
      .slice(1)
      .reduce((at: Document, step: string) => at[step], document) ?? node;
  const visit = (schema: Document): void => {
    if (!schema || found.has(follow(schema))) return;
    const { properties = {}, items, oneOf = [], allOf = [] } = follow(schema);
    found.add(follow(schema));
    for (const inner of [...Object.values(properties), items, ...oneOf, ...allOf]) visit(inner);
  };
  const bodies = Object.values<Document>(document.paths).flatMap(({ post }) => Object.values(post.responses));
  for (const body of [...bodies, callback(document).requestBody])
    for (const media of Object.values<Document>(follow(body).content)) visit(media.schema);
  return [...found].filter(({ properties }) => Object.keys(properties ?? {}).length > 0);
}

describe('any response', { timeout: 120_000 }, () => {
  const pick = fc.record({ object: fc.nat(), property: fc.nat() });
  const at = (document: Document, { object, property }: { object: number; property: number }) => {
    const objects = answersOf(document);
    const owner = objects[object % objects.length];
    const names = Object.keys(owner.properties);
    return { owner, name: names[property % names.length]! };
  };
  const breaks: Record<string, (owner: Document, name: string) => void> = {
    remove: (owner, name) => {
      delete owner.properties[name];
      if (owner.required?.includes(name)) remove(owner.required, name);
    },
    rename: (owner, name) => rename(owner, name, `${name}_renamed`),
    retype: (owner, name) => {
      owner.properties[name] = { type: 'null' };
    },
    widen: (owner, name) => {
      owner.properties[name] = { anyOf: [owner.properties[name], { type: 'null' }] };
    },
  };

  test('breaks when any of its properties is removed, renamed, given another type or made nullable', () => {
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(breaks)), pick, (kind, place) => {
        const after = edited((document) => {
          const { owner, name } = at(document, place);
          breaks[kind]!(owner, name);
        });
        expect(verdictOf(compareContracts(contract, after))).toBe('major');
      }),
      trials(25),
    );
  });

  test('never breaks when properties are added', () => {
    const schema = fc.constantFrom<Document>(
      { type: 'string' },
      { $ref: '#/components/schemas/VerificationSession' },
      { type: ['null', 'array'] },
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(pick, schema, fc.boolean()), { minLength: 1, maxLength: 5 }), (additions) => {
        const after = edited((document) => {
          for (const [index, [place, value, required]] of additions.entries()) {
            const { owner } = at(document, place);
            owner.properties[`added_${index}`] = structuredClone(value);
            if (required) owner.required = [...(owner.required ?? []), `added_${index}`];
          }
        });
        expect(verdictOf(compareContracts(contract, after))).toBe('minor');
      }),
      trials(10),
    );
  });
});

/** A contract reduced to these calls and what they refer to, because that is much faster to read and write. */
function partOf({ paths, components, webhooks: _, ...document }: Document, calls: string[]): Document {
  const kept = Object.fromEntries(calls.map((name) => [`/api/v1/${name}`, paths[`/api/v1/${name}`]]));
  const found = new Set<string>();
  const follow = (node: unknown): void => {
    for (const [, kind, name] of JSON.stringify(node).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)) {
      const place = `${kind} ${name}`;
      if (found.has(place)) continue;
      found.add(place);
      follow(components[kind!][name!]);
    }
  };
  follow(kept);
  const parts = Object.entries<Document>(components).map(([kind, all]) => [
    kind,
    kind === 'securitySchemes'
      ? all
      : Object.fromEntries(Object.entries(all).filter(([name]) => found.has(`${kind} ${name}`))),
  ]);
  return { ...document, paths: kept, components: Object.fromEntries(parts) };
}

describe('the command', { timeout: 120_000 }, () => {
  const small = partOf(
    contract,
    ['create', 'get', 'state', 'redact', 'renew_link'].map((name) => `session.${name}`).concat('demo.get'),
  );
  const changed = (edit: (document: Document) => void): Document => {
    const document = structuredClone(small);
    edit(document);
    return document;
  };
  const folder = mkdtempSync(join(tmpdir(), 'contract-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const file = (name: string, document: Document): string => {
    const path = join(folder, name);
    writeFileSync(path, stringify(document, { aliasDuplicateObjects: false }));
    return path;
  };
  const run = (...args: string[]) => captured((output) => contractCommand(args, { ...output, folder }));
  const without = (out: string) => out.replaceAll(relative(process.cwd(), `${folder}/`), '');
  const lineOf = (path: string, from: string, text: string): number => {
    const whole = readFileSync(path, 'utf8');
    return whole.slice(0, whole.indexOf(text, whole.indexOf(from))).split('\n').length;
  };
  const before = file('before.yaml', small);

  test('fails on a break, and reports it once, with its place', async () => {
    const after = file(
      'after.yaml',
      changed((d) => {
        delete own(d, 'ApprovedSession').properties.surname;
        remove(schemas(d).ProblemCode.enum, 'not_found');
        answered(d, 'session.create').properties.open_url = { type: 'integer' };
      }),
    );
    const { code, out } = await run('diff', '--before', before, '--after', after);
    expect(code).toBe(1);
    expect(without(out).split('\n')).toEqual([
      `/after.yaml:${lineOf(after, '    NewSession:', 'type: integer')}: \`NewSession.open_url\` is integer instead of string: code that reads \`session.open_url\` gets another type (session.create, session.renew_link). major`,
      `/before.yaml:${lineOf(before, 'ProblemCode:', '- not_found')}: \`ProblemCode\`: 'not_found' was removed: code that compares \`error.code === 'not_found'\` never matches (${Object.keys(small.paths).length} calls). major`,
      `/before.yaml:${lineOf(before, '    ApprovedSession:', 'surname:')}: \`ApprovedSession.surname\` was removed: code that reads \`session.surname\` gets undefined (session.get, session.redact, demo.get). major`,
      'Verdict: major (3 major, 0 minor).',
      '',
    ]);
  });

  test.each<[string, Document, string]>([
    ['an addition', changed((d) => schemas(d).SessionState.enum.push('PAUSED')), 'minor'],
    [
      'other words',
      changed((d) => {
        d.info.description = 'Other words.';
      }),
      'patch',
    ],
    ['nothing', small, 'none'],
  ])('passes %s', async (_, document, verdict) => {
    const { code, out } = await run('diff', '--before', before, '--after', file('other.yaml', document));
    expect(out).toContain(`Verdict: ${verdict} (`);
    expect(code).toBe(0);
  });

  test('writes its whole output into a pipe', async () => {
    const before = file('whole.yaml', contract);
    const after = file(
      'renamed.yaml',
      edited((document) => {
        for (const owner of answersOf(document))
          for (const name of Object.keys(owner.properties)) rename(owner, name, `${name}_renamed`);
      }),
    );
    const { code, out } = await spawned('scripts/contract.ts', [
      'diff',
      '--before',
      before,
      '--after',
      after,
      '--json',
    ]);
    expect(code).toBe(1);
    expect(out.length).toBeGreaterThan(2 ** 16);
    const { verdict, causes } = JSON.parse(out);
    expect(verdict).toBe('major');
    expect(causes).toContainEqual(
      expect.objectContaining({
        what: '`ApprovedSession.surname` was renamed to `surname_renamed`',
        operations: ['session.get', 'session.redact', 'demo.get'],
        file: relative(process.cwd(), after),
      }),
    );
  });

  test.each([
    ['no command', [], 'Name a command.'],
    ['an unknown command', ['compare'], 'Unknown command: "compare".'],
    ['an unknown option', ['diff', '--since', '0.1.0'], 'Unknown option: --since.'],
    ['an argument too many', ['diff', 'v1.yaml'], 'Unexpected argument: v1.yaml.'],
    [
      'what names no contract',
      ['diff', '--before', '9.9.9'],
      '"9.9.9" is not a file, revision or release with a contract.',
    ],
    [
      'a file that is not a contract',
      ['diff', '--before', file('no.yaml', { a: 1 })],
      'no.yaml is not a contract: it has no paths.',
    ],
    ['a folder', ['diff', '--before', tmpdir()], 'is not a file, revision or release'],
  ])('ends with 2 when it gets %s', async (_, args, text) => {
    const { code, out, err } = await run(...args);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(text);
    expect(err).toContain('Usage: npm run contract -- diff');
  });

  describe('in a repository', () => {
    const project = join(folder, 'project');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.cc', ...args], { cwd: project, stdio: 'pipe' });
    const put = (path: string, text: string) => writeFileSync(join(project, path), text);
    const inside = (...args: string[]) => captured((output) => contractCommand(args, { ...output, folder: project }));
    const CHANGELOG = '# Changelog\n\n## 0.2.0 · 2026-11-22\n\n- Lists.\n\n## 0.1.0 · 2026-11-21\n\nFirst.\n';
    const grown = stringify(
      changed((d) => schemas(d).SessionState.enum.push('PAUSED')),
      { aliasDuplicateObjects: false },
    );
    const broken = stringify(
      changed((d) => delete d.paths['/api/v1/session.state']),
      { aliasDuplicateObjects: false },
    );

    beforeAll(() => {
      for (const name of ['openapi', 'sdk/client']) mkdirSync(join(project, name), { recursive: true });
      cpSync(before, join(project, 'openapi/v1.yaml'));
      put('sdk/client/CHANGELOG.md', '# Changelog\n\n## Unreleased\n\n- Lists.\n');
      git('init', '--quiet');
      git('add', '--all');
      git('commit', '--quiet', '--message', 'Release');
    });

    test('says that there is nothing to compare with before the first release', async () => {
      expect(await inside('diff')).toMatchObject({
        code: 0,
        out: 'Nothing has been released yet, so there is nothing to compare with. Name a revision with --before.\n',
        err: '',
      });
    });

    test('compares with the release named in the changelog, and asks for its tag if it is missing', async () => {
      put('sdk/client/CHANGELOG.md', CHANGELOG);
      const missing = await inside('diff');
      expect(missing).toMatchObject({ code: 2, out: '' });
      expect(missing.err).toContain('the tag sdk-v0.2.0 is missing. Run `git fetch --tags`.');
      git('tag', 'sdk-v0.2.0');
      expect(await inside('diff')).toMatchObject({ code: 0, out: 'Verdict: none (0 major, 0 minor).\n' });
      put('openapi/v1.yaml', broken);
      const { code, out } = await inside('diff');
      expect(code).toBe(1);
      expect(out).toMatch(/^sdk-v0\.2\.0:openapi\/v1\.yaml:\d+: `sigill\.session\.state` was removed/m);
    });

    test('compares with a given release or revision', async () => {
      put('openapi/v1.yaml', grown);
      git('commit', '--quiet', '--all', '--message', 'Grow');
      const since = await inside('diff', '--before', '0.2.0');
      expect(since.out).toMatch(/openapi\/v1\.yaml:\d+: `SessionState`: 'PAUSED' was added .*\. minor$/m);
      const back = await inside('diff', '--before', 'HEAD', '--after', 'HEAD~1');
      expect(back.code).toBe(1);
      expect(back.out).toMatch(/^HEAD:openapi\/v1\.yaml:\d+: `SessionState`: 'PAUSED' was removed/m);
    });
  });
});
