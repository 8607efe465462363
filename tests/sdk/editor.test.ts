import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';

/** An integrator's file, which exists only in memory, next to the SDK. */
const file = join(root, 'sdk/client/src/integrator.ts');
const calls = {
  create: 'sigill.session.create',
  get: 'sigill.session.get',
  submit: 'portal.reader.submit',
  options: 'sessionGetOptions',
  mutation: 'sessionCreateMutation',
};
const text = `import { Sigill, Session, createApiClient } from './index.ts';
import { createPortalClient } from './portal/portal.ts';
import { sessionCreateMutation, sessionGetOptions } from './portal/react-query.ts';
const sigill = new Sigill();
const session = new Session(createApiClient());
const ended = await sigill.session.waitFor(1);
if (ended.state === 'APPROVED') ended.surname;
const portal = createPortalClient();
${Object.values(calls).join(';\n')};
sigill.session.create({ reference: 'order-1042' }, { idempotencyKey: 'order-1042' });
session.get({ id: 1 });
sigill.session.create({ body: { reference: 'order-1042' } });
sigill.session.create({}, { throwOnError: true });
portal.session.get({ id: 1 }, { throwOnError: false });
portal.reader.submit({ challenge: '', files: { sod: '', dg1: '', dg2: '' } });
`;
let service: ts.LanguageService;

beforeAll(() => {
  const { config } = ts.readConfigFile(join(root, 'sdk/client/tsconfig.json'), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, join(root, 'sdk/client'));
  service = ts.createLanguageService({
    getCompilationSettings: () => ({ ...options, types: [] }),
    getScriptFileNames: () => [file],
    getScriptVersion: () => '1',
    getScriptSnapshot: (name) => {
      const content = name === file ? text : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    realpath: ts.sys.realpath!,
  });
});

function shown(call: string): string {
  const at = text.indexOf(`${call};`) + call.length - 1;
  return ts.displayPartsToString(service.getQuickInfoAtPosition(file, at)?.displayParts).replace(/\s+/g, ' ');
}

test('an editor shows parameters first, options second, and the response', () => {
  expect(shown(calls.create)).toBe(
    '(method) Session.create(params?: SessionCreateParams, options?: CallOptions): Result<SessionCreateResponse>',
  );
  expect(shown(calls.get)).toBe(
    '(method) Sessions.get(params: SessionGetParams, options?: CallOptions): Result<SessionGetResponse>',
  );
  expect(shown(calls.submit)).toBe(
    '(method) Reader.submit(params: ReaderSubmitParams, options: CallOptions & { headers: ReaderSubmitHeaders; }): Result<ReaderSubmitResponse>',
  );
});

test('an editor shows the session that waitFor returns by name', () => {
  const hover = (words: string, length: number) =>
    ts.displayPartsToString(service.getQuickInfoAtPosition(file, text.indexOf(words) + length)?.displayParts);
  expect(hover('ended = await', 1)).toBe('const ended: EndedSession');
  expect(hover('waitFor(1)', 1)).toContain('waitFor(id: number, options?: WaitOptions): Promise<EndedSession>');
  expect(hover('ended.surname', 1)).toBe('const ended: ApprovedSession');
});

test('an editor shows the same for the options of TanStack Query', () => {
  expect(shown(calls.options)).toContain(
    'sessionGetOptions: (params: SessionGetParams, options?: CallOptions) => Query<SessionGetResponse, SessionGetParams>',
  );
  expect(shown(calls.mutation)).toContain(
    'sessionCreateMutation: (options?: CallOptions) => UseMutationOptions<SessionCreateResponse, SigillError, SessionCreateParams | void>',
  );
});

test('nothing else compiles', () => {
  const problems = service
    .getSemanticDiagnostics(file)
    .map(({ start = 0, messageText }) => [
      text.slice(0, start).split('\n').length,
      ts.flattenDiagnosticMessageText(messageText, ' '),
    ]);
  const line = (part: string) => text.slice(0, text.indexOf(part)).split('\n').length;
  expect(problems).toEqual([
    [line('{ body'), expect.stringContaining("'body' does not exist in type 'SessionOptions'")],
    [line('throwOnError: true'), expect.stringContaining("'throwOnError' does not exist in type 'CallOptions'")],
    [line('throwOnError: false'), expect.stringContaining("'throwOnError' does not exist in type 'CallOptions'")],
    [line('portal.reader.submit({'), 'Expected 2 arguments, but got 1.'],
  ]);
});
