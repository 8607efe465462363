/** An integrator's day in small steps, over public calls: accounts, sessions in every state, callbacks. */
import { randomBytes } from 'node:crypto';
import type { ReaderCall } from '../../../sdk/reader/src/session/service-calls.ts';
import { playSpecimen, type Specimen } from '../../../sdk/reader/src/specimen/index.ts';
import type { OperationId, Operations } from '../../../server/generated/operations.gen.ts';
import type { SpecimenName } from '../../../server/specimen/specimen-catalogue.ts';
import { signChallenge } from '../reader/sign-challenge.ts';
import { type Body, type Call, type Credentials, expectSuccess } from './call.ts';
import { freshEmail } from './newcomers.ts';
import { eventually, type TestServer } from './test-server.ts';

/** A chip that offers BAC only, because PACE takes more computation for reader and chip. */
const QUICKEST = { bac: true, pace: [] };

export type Account = Awaited<ReturnType<TestServer['account']>>;
export type World = ReturnType<typeof createWorld>;

/** `call` may go through a proxy in front of the server. */
export function createWorld(server: TestServer, account: Account, call: Call = server.call) {
  const bundles = new Map<string, Specimen>();

  async function succeed<Id extends OperationId>(
    id: Id,
    body?: Body<Id>,
    credentials?: Credentials,
    headers?: Record<string, string>,
  ): Promise<Operations[Id]['response']> {
    return expectSuccess(id, await call(id, body, credentials, headers));
  }

  async function specimen(name: SpecimenName): Promise<Specimen> {
    const known = bundles.get(name);
    if (known) return known;
    const bundle = (await (await fetch(`${server.base}/specimens/${name}.json`)).json()) as Specimen;
    bundles.set(name, bundle);
    return bundle;
  }

  const { basic, bearer } = account;
  const session = (options: Operations['session.create']['body'] = {}) => succeed('session.create', options, { basic });

  async function aborted({ basic }: Account, options = {}): Promise<number> {
    const { id } = await succeed('session.create', options, { basic });
    await succeed('session.abort', { id }, { basic });
    return id;
  }

  async function started(options?: Operations['session.create']['body']) {
    const { id, token } = await session(options);
    const { reader_key } = await succeed('reader.start', { token, platform: 'CLI', app_version: '1.0.0' });
    return { id, token, reader_key };
  }

  async function submission(name: SpecimenName = 'genuine') {
    const { id, token, reader_key } = await started();
    const { challenge } = await succeed('reader.challenge', { token, reader_key });
    const { files, aa } = await specimen(name);
    const body = { challenge, files, aa_signature: signChallenge(aa!, challenge) };
    return { id, token, reader_key, headers: submitter({ token, reader_key }), body };
  }

  /** Reads a specimen into a session, in the quickest way. */
  async function read(name: SpecimenName, token: string) {
    const perform = (id: OperationId, body: Record<string, unknown>, headers?: Record<string, string>) =>
      succeed(id, body, {}, headers);
    const call = perform as ReaderCall;
    const document = await specimen(name);
    return playSpecimen({ call, specimen: document, access: QUICKEST, token, platform: 'CLI', app_version: '1.0.0' });
  }

  async function ended(name: SpecimenName = 'genuine', options?: Operations['session.create']['body']) {
    const created = await session(options);
    await read(name, created.token);
    return created;
  }

  async function delivered(): Promise<string> {
    const receiver = randomBytes(6).toString('hex');
    const { id: session_id, token } = await session({ callback_url: `${server.base}/_local/callbacks/${receiver}` });
    await succeed('reader.abort', { token });
    return eventually(async () => {
      const { callbacks } = await succeed('callback.list', { session_id, state: 'DELIVERED' }, { bearer });
      return callbacks[0]?.id;
    }, 'the callback to be delivered');
  }

  async function requested(): Promise<string> {
    const { headers } = await call('session.list', { limit: 1 }, { basic });
    const request_id = headers.get('x-request-id')!;
    await eventually(
      async () => (await call('request.get', { request_id }, { bearer })).status === 200,
      'the call to be in the log',
    );
    return request_id;
  }

  async function code(email: string): Promise<string> {
    return eventually(async () => {
      const mails = await server.mailbox(email);
      return mails.map(({ text }) => /\b[A-HJ-NP-Z2-9]{6}\b/.exec(text)?.[0]).find(Boolean);
    }, `a code mailed to ${email}`);
  }

  /** A user has chosen an address at a sign-in provider and is back in the browser with the code. */
  async function chosenAt(provider: 'google' | 'microsoft', { email = freshEmail(), verified = true } = {}) {
    const begun = await call(`${provider}.uri`, {});
    const { uri } = expectSuccess(`${provider}.uri`, begun);
    const cookie = begun.headers.getSetCookie().map((line) => line.split(';', 1)[0]);
    const form = new URL(uri).searchParams;
    form.set('email', email);
    form.set('action', 'continue');
    if (verified) form.set('verified', 'on');
    const chosen = await fetch(uri.split('?', 1)[0]!, { method: 'POST', body: form, redirect: 'manual' });
    const back = new URL(chosen.headers.get('location')!).searchParams;
    return { body: { code: back.get('code')!, state: back.get('state')! }, headers: { Cookie: cookie.join('; ') } };
  }

  const freshAccount = () => server.account();

  return {
    server,
    call,
    account,
    succeed,
    specimen,
    session,
    aborted,
    started,
    submission,
    read,
    ended,
    delivered,
    requested,
    chosenAt,
    code,
    freshAccount,
    freshEmail,
  };
}

export const submitter = ({ token, reader_key }: { token: string; reader_key: string }) => ({
  'Session-Token': token,
  'Reader-Key': reader_key,
});
