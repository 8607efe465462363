import { proofStory, toldOfProof } from './proof.mjs';

// What an integrator does, in JavaScript that every platform supports. `sdk` is the module, `proof` that of `@sigill/sdk/proof`,
// `environment` the keys and the address.
export async function story(sdk, proof, environment) {
  const { Sigill, NotFoundError, TimeoutError, callbacks } = sdk;
  const { SIGILL_PUBLIC_KEY: publicKey, SIGILL_SECRET: secret, SIGILL_BASE_URL: baseUrl } = environment;
  const sigill = new Sigill({ publicKey, secret, baseUrl });
  const reference = `order-${crypto.randomUUID()}`;
  const { id, open_url } = await sigill.session.create({ reference }, { idempotencyKey: reference });
  const again = await sigill.session.create({ reference }, { idempotencyKey: reference });
  await sigill.session.create({ reference });
  let listed = 0;
  for await (const _ of sigill.session.list({ reference, limit: 1 })) listed++;
  const { state } = await sigill.session.state({ id });
  const missing = await sigill.session.get({ id: 1 }).catch((error) => error);
  const waited = await sigill.session.waitFor(id, { timeoutMs: 20 }).catch((error) => error);
  const aborted = await sigill.session
    .get({ id }, { signal: AbortSignal.abort(new Error('stopped')) })
    .catch((error) => error);
  const whsec = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const event = {
    id: 'msg_1',
    type: 'session.state_changed',
    created: new Date().toISOString(),
    data: { id, state: 'INITIATED', previous_state: 'CREATED' },
  };
  const signed = await callbacks.sign(event, whsec);
  const unwrapped = await callbacks.unwrap(signed.body, signed.headers, whsec);
  return {
    opened: open_url.startsWith('http'),
    same: again.id === id,
    listed,
    state,
    missing: missing instanceof NotFoundError && missing.code,
    waited: waited instanceof TimeoutError && waited.code,
    aborted: aborted.message,
    unwrapped: unwrapped.data.state,
    proof: await proofStory(proof),
  };
}

export const told = {
  opened: true,
  same: true,
  listed: 2,
  state: 'CREATED',
  missing: 'not_found',
  waited: 'wait_timeout',
  aborted: 'stopped',
  unwrapped: 'INITIATED',
  proof: toldOfProof,
};
