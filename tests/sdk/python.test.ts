/** The Python client's wheel, installed as by an integrator: against the real service, and against what every client promises. */
// SQLite only: it is about a package.
// CI only: it installs a package of another language.
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../openapi/contract/contract.ts';
import { build } from '../../scripts/build.ts';
import { callbacks } from '../../sdk/client/src/callbacks.ts';
import { serve } from '../../sdk/client/src/testing/scripted-server.ts';
import { freePort } from '../../server/test-service/free-port.ts';
import { type ForeignClient, startForeignClient } from '../support/contract/foreign-client.ts';
import { promisesOf } from '../support/contract/foreign-client-promises.ts';
import { installPythonClient, missingForMypy, missingForPython } from '../support/packages/python.ts';
import { createTestServer, eventually, type TestServer } from '../support/server/test-server.ts';
import { createWorld, type World } from '../support/server/world.ts';

/** Python has built-in classes with these names, so the client uses others. */
const RENAMED: Record<string, string> = {
  ConnectionError: 'APIConnectionError',
  PermissionError: 'PermissionDeniedError',
  TimeoutError: 'APITimeoutError',
};

describe.skipIf(missingForPython)(`The Python client${missingForPython ? `: ${missingForPython}` : ''}`, () => {
  let installed: ReturnType<typeof installPythonClient>;
  let driver: ForeignClient;
  let server: TestServer;
  let world: World;

  beforeAll(async () => {
    installed = installPythonClient();
    driver = startForeignClient(installed.python, [join(import.meta.dirname, 'python-driver.py')], {
      cwd: installed.folder,
      env: installed.environment,
    });
    server = await createTestServer();
    world = createWorld(server, await server.account());
  });
  afterAll(async () => {
    await driver?.stop();
    await server?.stop();
    installed?.remove();
  });

  const environment = () => {
    const { public_key, secret } = world.account.basic;
    return { SIGILL_PUBLIC_KEY: public_key, SIGILL_SECRET: secret, SIGILL_BASE_URL: server.base };
  };

  test('takes a session to its end, and checks the callbacks that arrive', async () => {
    const child: ChildProcessWithoutNullStreams = spawn(
      installed.python,
      [join(import.meta.dirname, 'python-story.py')],
      { cwd: installed.folder, env: { ...installed.environment, ...environment() } },
    );
    let said = '';
    child.stderr.on('data', (text) => {
      said += text;
    });
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    const next = async () => {
      const { value, done } = await lines.next();
      if (done) throw new Error(`The program ended early:\n${said}`);
      return JSON.parse(value);
    };
    const { token } = await next();
    await world.read('genuine', token);
    await eventually(async () => {
      const { callbacks } = await world.succeed('callback.list', { state: 'DELIVERED' }, world.account);
      return callbacks.length === 3;
    }, 'three callbacks to be delivered');
    child.stdin.write('\n');
    const { events, ...told } = await next();
    expect(events.toSorted()).toEqual(['APPROVED', 'COMPLETED', 'INITIATED']);
    expect(told).toEqual({
      ...{ state: 'APPROVED', person: ['ALMA SIGRID', 'VINTERGLANS'], listed: [[true, 'APPROVED']] },
      missing: [404, 'not_found'],
      refused: {
        ...{ good: 'INITIATED', changed: 'old_key', 'other secret': 'old_key', old: 'clock_skew' },
        ...{ 'no headers': 'missing_header', parsed: 'parsed_body', 'serialized again': 'reserialized_body' },
      },
      secrets: [false, false],
    });
  });

  test('knows the order of every property that a callback can have', async () => {
    const { token, reader_key } = await world.started({
      ...{ reference: 'order-1', specimen: true, callback_url: `${server.base}/_local/callbacks/python` },
    });
    const failure = { code: 'read_error', cause: 'file_not_found', message: 'EF.COM' } as const;
    await world.succeed('reader.fail', { token, reader_key, ...failure });
    const { raw, headers } = await eventually(
      async () => (await server.receivedCallbacks('python')).find(({ raw }) => raw.includes('FAILED')),
      'the callback',
    );
    const { secret } = await world.succeed('callback.secret', {}, world.account);
    const sorted = JSON.stringify(JSON.parse(raw), (_, value) =>
      value && typeof value === 'object' ? Object.fromEntries(Object.entries(value).toSorted()) : value,
    );
    expect(sorted).not.toBe(raw);
    const { error } = await driver.ask({ do: 'unwrap', body: sorted, headers, secrets: [secret] });
    expect(error?.code).toBe('reserialized_body');
  });

  test('hashes the body of a callback once for each secret, whatever strangers send', () => {
    writeFileSync(join(installed.folder, 'hashes.py'), HASHES);
    expect(JSON.parse(installed.run('hashes.py'))).toEqual([1, 2, 1]);
  });

  test('is installed as it describes itself, with types', () => {
    writeFileSync(join(installed.folder, 'described.py'), DESCRIBED);
    expect(JSON.parse(installed.run('described.py'))).toEqual({
      ...{ name: 'sigill', version: '0.1.0', requires: null, python: '>=3.9', agent: 'sigill-python/0.1.0' },
      ...{ typed: true, unresolved: [] },
      approved: ['given_names', 'surname'],
    });
    expect(installed.run('-m', 'pip', 'check', '--disable-pip-version-check')).toContain('No broken requirements');
  });

  test('is the same wheel when it is built again, and lists its files with their hashes', () => {
    const before = readFileSync(installed.wheel);
    build(['python'], true);
    expect(readFileSync(installed.wheel).equals(before)).toBe(true);
    const files = unzipSync(before);
    const [record = ''] = Object.keys(files).filter((path) => path.endsWith('/RECORD'));
    const hashes = Object.entries(files).map(([path, bytes]) =>
      path === record
        ? `${path},,`
        : `${path},sha256=${createHash('sha256').update(bytes).digest('base64url')},${bytes.length}`,
    );
    expect(new TextDecoder().decode(files[record]).trimEnd().split('\n')).toEqual(hashes);
  });

  test('says what would be right, makes calls that it does not know, and tells of deprecated ones once', async () => {
    const headers = {
      ...{ deprecation: '@1798761600', sunset: 'Sat, 01 Jan 2028 00:00:00 GMT' },
      link: '<https://sigill.example/api-reference/sessions#session.freeze>; rel="deprecation"',
    };
    await using scripted = await serve({ headers, body: { frozen: true } });
    writeFileSync(join(installed.folder, 'odd.py'), ODD);
    const said = JSON.parse(
      await installed.runBeside(['odd.py'], { ...environment(), SIGILL_BASE_URL: scripted.baseUrl }),
    );
    expect(said).toEqual({
      option: 'TypeError: Unknown option: idempotencyKey. Did you mean idempotency_key?',
      value: 'ValueError: timeout must be a positive number of seconds, received True.',
      name: 'ValueError: ../secret is not the name of a call.',
      number: 'ValueError: Out of range float values are not JSON compliant',
      ...{ frozen: [true, true], pickled: ['NotFoundError', 404, 'Gone.', 'old_key'] },
      log: [
        'session.freeze has been deprecated since 2027-01-01 and works at least until 2028-01-01. See https://sigill.example/api-reference/sessions#session.freeze',
      ],
      tls: ['unreachable', []],
      headers: ['session.state_changed', 'missing_header'],
    });
    const sent = scripted.received.map(({ path, headers }) => [path, headers['idempotency-key'], headers['x-proxy']]);
    expect(sent).toEqual(Array.from({ length: 2 }, () => ['/api/v1/session.freeze', 'order-1042', 'a']));
  });

  describe('its README', () => {
    const readme = readFileSync(join(root, 'sdk/python/README.md'), 'utf8');
    const samples = [...readme.matchAll(/^```python\n([\s\S]*?)^```$/gm)].map(([, code]) => code!);

    test('names the wheel, and has samples that are Python', () => {
      const named = [...readme.matchAll(/\bsigill-\S+\.whl/g)].map(([name]) => name);
      expect(new Set(named)).toEqual(new Set([basename(installed.wheel)]));
      expect(samples).toHaveLength(8);
      for (const [index, code] of samples.entries()) {
        writeFileSync(join(installed.folder, `sample${index}.py`), code);
        installed.run('-m', 'py_compile', `sample${index}.py`);
      }
    });

    test('has a receiver that accepts what the service signs, and nothing else', async () => {
      const port = await freePort();
      const code = samples
        .find((code) => code.includes('serve_forever'))!
        .replace('("", 8080)', `("127.0.0.1", ${port})`);
      writeFileSync(join(installed.folder, 'receiver.py'), code);
      const { secret } = await world.succeed('callback.secret', {}, world.account);
      const child = spawn(installed.python, ['receiver.py'], {
        ...{ cwd: installed.folder, stdio: 'ignore' },
        env: { ...installed.environment, SIGILL_CALLBACK_SECRET: secret },
      });
      const data = { id: 1, state: 'APPROVED', previous_state: 'COMPLETED' } as const;
      const event = {
        ...{ id: 'msg_2wXk9QmVb4LrT7sYp0Zc', type: 'session.state_changed' as const },
        created: '2026-11-21T09:32:05.113Z',
        data,
      };
      const { body, headers } = await callbacks.sign(event, secret);
      const statusOf = async (body: string) =>
        (await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status;
      try {
        expect(await eventually(() => statusOf(body).catch(() => undefined), 'the receiver')).toBe(204);
        expect(await statusOf(body.replace('APPROVED', 'REJECTED'))).toBe(400);
      } finally {
        child.kill();
      }
    });
  });

  test.skipIf(missingForMypy)(`has types that mypy accepts${missingForMypy ? `: ${missingForMypy}` : ''}`, () => {
    const write = (name: string, code: string) => writeFileSync(join(installed.folder, name), code);
    write('right.py', TYPED);
    WRONG.forEach(([right, wrong], index) => {
      write(`wrong${index}.py`, TYPED.replace(right, wrong));
    });
    const said = installed.typeCheck('right.py', ...WRONG.map((_, index) => `wrong${index}.py`));
    const found = [...said.matchAll(/^(\S+\.py):\d+: error: .* \[(\S+)\]$/gm)].map(([, file, error]) => [file, error]);
    expect(found.toSorted()).toEqual(WRONG.map(([, , error], index) => [`wrong${index}.py`, error]));
  });

  describe('keeps the promises of every client: it', () =>
    promisesOf({ client: () => driver, classOf: (name) => RENAMED[name] ?? name }));
});

const ODD = `
import json, logging, os, pickle, ssl, threading
from http.server import BaseHTTPRequestHandler, HTTPServer
import sigill
from sigill import CallbackVerificationError, NotFoundError, Sigill, SigillError, callbacks

def said(call):
    try:
        return call()
    except Exception as error:
        return f"{type(error).__name__}: {error}"

lines = []
class Lines(logging.Handler):
    def emit(self, record):
        lines.append(record.getMessage())
logging.getLogger("sigill").addHandler(Lines())

client = Sigill(max_retries=0, default_headers={"X-Proxy": "b"}).with_options(default_headers={"X-Proxy": "a"})
freeze = lambda: client.request("session.freeze", {"id": 1}, {"idempotency_key": "order-1042"})["frozen"]
waits = []
secured = Sigill(base_url=os.environ["SIGILL_BASE_URL"].replace("http:", "https:"), sleep=waits.append)
def tls():
    try:
        secured.session.create()
    except SigillError as error:
        return [error.code, waits]
event = {"id": "msg_1", "type": "session.state_changed"}
secret = "whsec_" + "A" * 43 + "="
body, headers = callbacks.sign(event, secret)
def refused(headers):
    try:
        return callbacks.unwrap(body, headers, secret)["type"]
    except CallbackVerificationError as error:
        return error.code
def pickled():
    one, other = pickle.loads(pickle.dumps([NotFoundError("Gone.", status=404), CallbackVerificationError("a", "old_key")]))
    return [type(one).__name__, one.status, str(one), other.code]
print(json.dumps({
    "option": said(lambda: client.session.create(options={"idempotencyKey": "a"})),
    "value": said(lambda: client.session.create(options={"timeout": True})),
    "name": said(lambda: client.request("../secret")),
    "number": said(lambda: client.request("session.freeze", {"id": float("nan")})).split(": nan")[0],
    "frozen": [freeze(), freeze()],
    "pickled": pickled(),
    "log": lines,
    "tls": tls(),
    "headers": [refused({name: [value] for name, value in headers.items()}), refused(list(headers.items()))],
}))
`;

const TYPED = `
from typing import List, Optional
import sigill
from sigill import ApprovedSession, Sigill

def spelled(session: ApprovedSession) -> List[str]:
    return [session.get("surname", ""), session["mrz"]["surname"]]

client = Sigill(timeout=10)
created = client.session.create(reference="order-1042", locale="es", options={"idempotency_key": "order-1042"})
token: str = created["token"]
session = client.session.wait_for(created["id"], timeout=60)
if session["state"] == "APPROVED":
    surname: Optional[str] = session.get("surname")
elif session["state"] == "FAILED":
    print(session["failure"]["code"], session["ended"])
ids: List[int] = [item["id"] for item in client.session.list(state="APPROVED")]
event = client.callbacks.unwrap(b"{}", {"webhook-id": "a"}, ["whsec_a", "whsec_b"])
print(event["data"]["state"], sigill.callbacks.sign(event, "whsec_a").headers)
`;
const WRONG = [
  ['reference=', 'referance=', 'call-arg'],
  ['locale="es"', 'locale="xx"', 'arg-type'],
  ['"idempotency_key":', '"idempotencyKey":', 'arg-type'],
  ['["token"]', '["tokn"]', 'typeddict-item'],
  ['session.get("surname")', 'session["failure"]', 'typeddict-item'],
  ['List[int]', 'List[str]', 'misc'],
] as const;

const HASHES = `
import hmac, json
import sigill

count = 0
new = hmac.new
def counting(*given):
    global count
    count += 1
    return new(*given)
hmac.new = counting

def hashed(body, signatures, secrets):
    global count
    count = 0
    try:
        sigill.callbacks.unwrap(body, {"webhook-id": "msg_1", "webhook-timestamp": "1", "webhook-signature": signatures}, secrets)
    except sigill.CallbackVerificationError:
        return count

one, other = "whsec_YQ==", "whsec_Yg=="
flood = " ".join(["v1," + "A" * 43 + "="] * 2000)
long = json.dumps({"id": "a" * 1024 * 1024}).encode()
print(json.dumps([hashed(long, flood, one), hashed(long, "v1,AA==", [one, other]), hashed(b'{ "id": "msg_1" }', flood, one)]))
`;

const DESCRIBED = `
import inspect, json, typing
from importlib import metadata, resources
import sigill
from sigill import _generated_calls, _generated_types, _sigill

described = metadata.metadata("sigill")
unresolved = []
for module in (_generated_calls, _generated_types, _sigill):
    for name, value in vars(module).items():
        if inspect.isclass(value) and value.__module__ == module.__name__:
            for member in [value, *(each for each in vars(value).values() if inspect.isfunction(each))]:
                try:
                    typing.get_type_hints(member)
                except Exception as error:
                    unresolved.append([name, str(error)])
print(json.dumps({
    "name": described["Name"],
    "version": sigill.__version__,
    "requires": described.get("Requires-Dist"),
    "python": described["Requires-Python"],
    "agent": sigill._version.AGENT,
    "typed": (resources.files("sigill") / "py.typed").is_file(),
    "unresolved": unresolved,
    "approved": sorted({"given_names", "surname", "failure"} & sigill.ApprovedSession.__optional_keys__),
}))
`;
