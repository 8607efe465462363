// An integrator's program: a session, its reader, the verdict, the callback. Prints what it has seen. A copy is kept with each
// release, and still runs with the SDK of that release.
import { callOverFetch } from '@sigill/reader';
import { playSpecimen } from '@sigill/reader/specimen';
import { callbacks, Sigill } from '@sigill/sdk';

const baseUrl = process.env['BASE'];
const receiver = `${baseUrl}/_local/callbacks/${process.env['SIGILL_PUBLIC_KEY']}`;

const sigill = new Sigill({ baseUrl });
const { id, token } = await sigill.session.create({ reference: 'order-1042', callback_url: receiver });

const specimen = await (await fetch(`${baseUrl}/specimens/genuine.json`)).json();
await playSpecimen({ call: callOverFetch(baseUrl), specimen, token, platform: 'CLI', app_version: '1.0.0' });

const ended = await sigill.session.waitFor(id);
const got = await sigill.session.get({ id });
const listed = [];
for await (const session of sigill.session.list({ reference: 'order-1042' })) listed.push(session);
const missing = await sigill.session.get({ id: 1 }).catch((error) => error);

const { secret } = await sigill.callback.secret();
const events = [];
while (!events.some(({ data }) => data.state === 'APPROVED')) {
  const received = (await (await fetch(`${receiver}.json`)).json()).callbacks;
  events.length = 0;
  for (const { raw, headers } of received) events.push(await callbacks.unwrap(raw, headers, secret));
  await new Promise((resolve) => setTimeout(resolve, 50));
}

console.log(
  JSON.stringify({
    ended: ended.state,
    person: [got.given_names, got.surname],
    listed: listed.map((session) => [session.id === id, session.state]),
    events: events.map(({ type, data }) => [type, data.state, data.reference]),
    missing: [missing.name, missing.status, missing.code],
  }),
);
