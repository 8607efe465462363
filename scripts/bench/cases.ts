/** What is measured: one kind of request each, and what it may cost the service by what it costs others. */
import { basic, bearer } from './api.ts';
import type { Prepared } from './prepare.ts';
import { UsageError } from './usage-error.ts';

/** Server CPU per request: at most this ratio to that of each server. */
export type Goal = Readonly<Record<string, number>>;

const PEERS: Goal = { fastify: 1.3, 'express-oav': 1, 'express-oab': 1 };
const AHEAD_OF_ALL: Goal = { raw: 1, fastify: 1, hono: 1, 'express-oav': 1, 'express-oab': 1 };

export interface Case {
  name: string;
  title: string;
  path: string;
  authorization(prepared: Prepared): string;
  /** Bodies to send in turn. */
  bodies(prepared: Prepared): string[];
  /** The status of the right answer. */
  status: number;
  connections: number;
  /** Requests in one round. */
  requests: number;
  goal: Goal;
}

const KEY = ({ key }: Prepared) => basic(key);
const TOKEN = ({ access_token }: Prepared) => bearer(access_token);
const WRONG_SECRET = ({ key }: Prepared) => basic({ ...key, secret: `${key.secret.slice(0, -4)}0000` });

const byId = (sessions: readonly { id: number }[]) => sessions.map(({ id }) => JSON.stringify({ id }));
const options = () =>
  Array.from({ length: 1000 }, (_, index) => JSON.stringify({ reference: `order-${index}`, passport_only: true }));

export const CASES: readonly Case[] = [
  {
    name: 'create',
    title: 'session.create, 16 connections',
    path: '/api/v1/session.create',
    authorization: KEY,
    bodies: options,
    ...{ status: 200, connections: 16, requests: 1000, goal: AHEAD_OF_ALL },
  },
  {
    name: 'create-one',
    title: 'session.create, 1 connection',
    path: '/api/v1/session.create',
    authorization: KEY,
    bodies: options,
    ...{ status: 200, connections: 1, requests: 300, goal: PEERS },
  },
  {
    name: 'state',
    title: 'session.state with a key',
    path: '/api/v1/session.state',
    authorization: KEY,
    bodies: ({ open }) => byId(open),
    ...{ status: 200, connections: 16, requests: 4000, goal: PEERS },
  },
  {
    // session.state takes keys only. An open session is the smallest answer that an access token gets of one session.
    name: 'bearer',
    title: 'session.get of an open session with an access token',
    path: '/api/v1/session.get',
    authorization: TOKEN,
    bodies: ({ open }) => byId(open),
    ...{ status: 200, connections: 16, requests: 4000, goal: PEERS },
  },
  {
    name: 'get',
    title: 'session.get with two images',
    path: '/api/v1/session.get',
    authorization: KEY,
    bodies: ({ approved }) => byId(approved),
    ...{ status: 200, connections: 16, requests: 300, goal: AHEAD_OF_ALL },
  },
  {
    name: 'invalid',
    title: 'an invalid body, 400',
    path: '/api/v1/session.create',
    authorization: KEY,
    bodies: () => ['{"reference":"order-1042","passport_only":"yes"}'],
    ...{ status: 400, connections: 16, requests: 4000, goal: PEERS },
  },
  {
    name: 'credentials',
    title: 'a wrong secret, 401',
    path: '/api/v1/session.state',
    authorization: WRONG_SECRET,
    bodies: ({ open }) => byId(open),
    ...{ status: 401, connections: 16, requests: 4000, goal: PEERS },
  },
];

/** @throws UsageError with the names that there are. */
export function caseNamed(name: string): Case {
  const found = CASES.find((known) => known.name === name);
  if (!found) throw new UsageError(`There is no case "${name}": ${CASES.map((known) => known.name).join(', ')}`);
  return found;
}
