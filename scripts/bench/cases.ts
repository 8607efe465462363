/** The measured cases: one kind of request each, with its goals relative to other servers. */
import { chosen } from './measure.ts';
import type { Job } from './processes/load.ts';
import { basic, bearer, jobFor, type Prepared } from './service.ts';

/** For every server that is compared: the highest allowed ratio of our CPU time per request to its CPU time. */
type Goal = Readonly<Record<string, number>>;

const PEERS: Goal = { fastify: 1.3, express: 1 };
const AHEAD_OF_ALL: Goal = { raw: 1, fastify: 1, express: 1 };

export interface Case {
  name: string;
  title: string;
  operation: 'session.create' | 'session.state' | 'session.get';
  authorization(prepared: Prepared): string;
  bodies(prepared: Prepared): object[];
  status: number;
  connections: number;
  requests: number;
  goal: Goal;
}

const key = ({ key }: Prepared) => basic(key);
const token = ({ access_token }: Prepared) => bearer(access_token);
const wrongSecret = ({ key }: Prepared) => basic({ ...key, secret: `${key.secret.slice(0, -4)}0000` });
const orders = () => Array.from({ length: 1000 }, (_, at) => ({ reference: `order-${at}`, passport_only: true }));
const open = ({ open }: Prepared) => open.map(({ id }) => ({ id }));
const approved = ({ approved }: Prepared) => approved.map(({ id }) => ({ id }));
const invalid = () => [{ reference: 'order-1042', passport_only: 'yes' }];

const made = (
  name: string,
  title: string,
  operation: Case['operation'],
  authorization: Case['authorization'],
  bodies: Case['bodies'],
  more: Partial<Case> = {},
): Case => ({
  ...{ name, title, operation, authorization, bodies },
  ...{ status: 200, connections: 16, requests: 4000, goal: PEERS },
  ...more,
});

export const CASES: readonly Case[] = [
  made('create', 'session.create, 16 connections', 'session.create', key, orders, {
    requests: 1000,
    goal: AHEAD_OF_ALL,
  }),
  made('create-one', 'session.create, 1 connection', 'session.create', key, orders, { requests: 300, connections: 1 }),
  made('state', 'session.state with a key', 'session.state', key, open),
  made('bearer', 'session.get of an open session with an access token', 'session.get', token, open),
  made('get', 'session.get with two images', 'session.get', key, approved, { requests: 300, goal: AHEAD_OF_ALL }),
  made('invalid', 'an invalid body, 400', 'session.create', key, invalid, { status: 400 }),
  made('credentials', 'a wrong secret, 401', 'session.state', wrongSecret, open, { status: 401 }),
];

export const casesNamed = (names?: string[]): Case[] => chosen('case', CASES, names);

export const jobOf = (each: Case, prepared: Prepared, server: { port: number }, requests = each.requests): Job =>
  jobFor(server, each.operation, each.authorization(prepared), each.bodies(prepared), {
    requests,
    connections: each.connections,
  });
