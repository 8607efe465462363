/**
 * Renewal with rotation against a model, over random sequences of events: lost responses, concurrent renewals,
 * a thief with a copy of the tokens, and passing time. The server must always do what the model says.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Credentials } from '../../server/generated/operations.gen.ts';
import { trials } from '../support/runs/trials.ts';
import { createTestServer, type TestServer } from '../support/server/test-server.ts';

const GRACE_SECONDS = 60;
const ACCESS_SECONDS = 15 * 60;
const SEED = 20_261_121;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server?.stop());

type Who = 'owner' | 'thief';

/** A sign-in is a sequence of token generations. Each holder has one of them. */
interface Model {
  alive: boolean;
  now: number;
  made: number[];
  at: Record<Who, number | undefined>;
}

/** The actual state. */
interface Real {
  generations: Credentials[];
}

const newest = ({ made }: Model) => made.length - 1;

function expected(model: Model, from: number): 'successor' | 'the same again' | 'refused' {
  if (!model.alive) return 'refused';
  if (from === newest(model)) return 'successor';
  const inGrace = model.now - model.made[newest(model)]! <= GRACE_SECONDS;
  return from === newest(model) - 1 && inGrace ? 'the same again' : 'refused';
}

/** An access token lives 15 minutes, but at most one more minute once a newer one exists. */
function isAccepted(model: Model, generation: number): boolean {
  const made = model.made[generation]!;
  const next = model.made[generation + 1];
  const end = Math.min(made + ACCESS_SECONDS, next === undefined ? Infinity : next + GRACE_SECONDS);
  return model.alive && model.now < end;
}

class Renew implements fc.AsyncCommand<Model, Real> {
  readonly who: Who;
  readonly isLost: boolean;

  constructor(who: Who, isLost: boolean) {
    this.who = who;
    this.isLost = isLost;
  }

  check = (model: Readonly<Model>) => model.at[this.who] !== undefined;
  toString = () => `${this.who} renews${this.isLost ? ', the answer is lost' : ''}`;

  async run(model: Model, real: Real): Promise<void> {
    const from = model.at[this.who]!;
    const outcome = expected(model, from);
    const { refresh_token } = real.generations[from]!;
    const { status, body } = await server.call('bearer.renew', { refresh_token });
    if (outcome === 'refused') {
      expect(status).toBe(401);
      model.alive = false;
      return;
    }
    expect(status).toBe(200);
    if (outcome === 'successor') {
      model.made.push(model.now);
      real.generations.push(body);
    } else expect(body).toEqual(real.generations[from + 1]);
    if (!this.isLost) model.at[this.who] = from + 1;
  }
}

/** Like tabs without Web Locks, or a client that retries before the first response arrives. */
class RenewAtOnce implements fc.AsyncCommand<Model, Real> {
  check = () => true;
  toString = () => 'the owner renews five times at once';

  async run(model: Model, real: Real): Promise<void> {
    const from = model.at.owner!;
    const outcome = expected(model, from);
    const { refresh_token } = real.generations[from]!;
    const answers = await Promise.all(Array.from({ length: 5 }, () => server.call('bearer.renew', { refresh_token })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([outcome === 'refused' ? 401 : 200]));
    if (outcome === 'refused') {
      model.alive = false;
      return;
    }
    const [first] = answers;
    for (const { body } of answers) expect(body).toEqual(first!.body);
    if (outcome === 'successor') {
      model.made.push(model.now);
      real.generations.push(first!.body);
    } else expect(first!.body).toEqual(real.generations[from + 1]);
    model.at.owner = from + 1;
  }
}

class Steal implements fc.AsyncCommand<Model, Real> {
  check = () => true;
  toString = () => 'the thief copies the tokens of the owner';

  async run(model: Model): Promise<void> {
    model.at.thief = model.at.owner;
  }
}

class Wait implements fc.AsyncCommand<Model, Real> {
  readonly seconds: number;

  constructor(seconds: number) {
    this.seconds = seconds;
  }

  check = () => true;
  toString = () => `${this.seconds} s pass`;

  async run(model: Model): Promise<void> {
    await server.advance(`PT${this.seconds}S`);
    model.now += this.seconds;
  }
}

class Use implements fc.AsyncCommand<Model, Real> {
  check = () => true;
  toString = () => 'all access tokens are tried';

  async run(model: Model, real: Real): Promise<void> {
    for (const [generation, { access_token }] of real.generations.entries()) {
      const { status } = await server.call('user.self', {}, { bearer: access_token });
      expect([generation, status]).toEqual([generation, isAccepted(model, generation) ? 200 : 401]);
    }
  }
}

/** Sums of a few of these never fall just short of 60 s or 15 min, so that the time the test itself takes does not matter. */
const waits = fc.constantFrom(8, 23, 61, 1000).map((seconds) => new Wait(seconds));
const commands = fc.commands(
  [
    fc.boolean().map((isLost) => new Renew('owner', isLost)),
    fc.constant(new Renew('owner', false)),
    fc.boolean().map((isLost) => new Renew('thief', isLost)),
    fc.constant(new RenewAtOnce()),
    fc.constant(new Steal()),
    waits,
    fc.constant(new Use()),
  ],
  { maxCommands: 16, size: 'max' },
);

async function signedIn(): Promise<{ model: Model; real: Real }> {
  const { credentials } = await server.signUp();
  return {
    model: { alive: true, now: 0, made: [0], at: { owner: 0, thief: undefined } },
    real: { generations: [credentials] },
  };
}

test('the server follows the renewal model through lost responses, concurrent renewals and theft', async () => {
  let died = 0;
  let repeated = 0;
  await fc.assert(
    fc.asyncProperty(commands, async (course) => {
      const { model, real } = await signedIn();
      await fc.asyncModelRun(() => ({ model, real }), course);
      await new Use().run(model, real);
      if (!model.alive) died++;
      if (model.made.length > 2) repeated++;
    }),
    trials(20, SEED),
  );
  // Sequences in which nothing happens would prove nothing.
  expect(died).toBeGreaterThan(0);
  expect(repeated).toBeGreaterThan(0);
});

const course = async (steps: fc.AsyncCommand<Model, Real>[]) => {
  const { model, real } = await signedIn();
  for (const step of steps) await step.run(model, real);
  return { model, real };
};
const owner = (isLost = false) => new Renew('owner', isLost);
const thief = () => new Renew('thief', false);

test('an owner who lost a renewal response continues with the previous token', async () => {
  const { model } = await course([owner(true), new Wait(23), owner(), new Wait(61), owner(), new Use()]);
  expect(model.alive).toBe(true);
});

test('when a thief and the owner both renew, neither stays signed in', async () => {
  for (const steps of [
    [new Steal(), thief(), new Wait(61), owner(), thief(), new Use()],
    [new Steal(), owner(), new Wait(61), thief(), owner(), new Use()],
    [new Steal(), owner(), owner(), thief(), owner(), new Use()],
  ])
    expect((await course(steps)).model.alive).toBe(false);
});
