/** The calls whose growth is measured: state, create, usage and every list of the contract. */
import { operationsOf, readContract } from '../../contract/contract.ts';
import { basic, bearer } from '../api.ts';
import type { Job } from '../processes/load.ts';
import { RARE } from './fill-portal.ts';
import type { Grown } from './installation.ts';

export interface Call {
  name: string;
  /** The most that it may cost with many sessions, as ratio to the smallest number. */
  goal: number;
  /** The most processor time of the server that an answer may take, in milliseconds, whatever the number of sessions. */
  cpu_goal_ms?: number;
  requests: number;
  job(grown: Grown): Job;
}

type Bodies = (grown: Grown) => object[];

interface Asked {
  goal: number;
  requests: number;
  bodies: Bodies;
  by_key?: boolean;
  enough_bytes?: number;
}

const call = (
  name: string,
  { goal, requests, bodies, by_key, enough_bytes }: Asked,
  operation = name.split(/[, ]/, 1)[0]!,
): Call => ({
  name,
  goal,
  requests,
  job: (grown) => ({
    port: grown.server.port,
    path: `/api/v1/${operation}`,
    headers: {
      authorization: by_key ? basic(grown.key) : bearer(grown.access_token),
      'content-type': 'application/json',
    },
    bodies: bodies(grown).map((body) => JSON.stringify(body)),
    requests,
    connections: 1,
    ...(enough_bytes && { enough_bytes }),
  }),
});

const LIST = { goal: 2.5, requests: 100 };
/** Of an export: its heading and the first sessions. */
const BEGINNING_BYTES = 1_000;
const some: Bodies = () => [{}];

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Every list, with each of its filters. */
const LISTS: Record<string, Record<string, Bodies>> = {
  'session.list': {
    '': some,
    ' of a state': () => [{ state: 'REJECTED' }],
    ' of a reference': ({ references }) => references.map((reference) => ({ reference })),
    ' by the beginning of a reference': ({ references }) => ['order-', ...references].map((search) => ({ search })),
    ' by an id': ({ ids }) => ids.map((id) => ({ search: String(id) })),
    ' of several states': () => [{ states: ['REJECTED', 'FAILED', 'ABORTED'] }],
    ' of a reason': () => [{ failure_code: 'document_expired' }],
    ' of a day': () => [{ created_from: daysAgo(8), created_to: daysAgo(7) }],
    ' of a country': () => [{ document_country: 'SE' }],
    ' of specimens': () => [{ specimen: true }],
    ' of real documents': () => [{ specimen: false }],
  },
  'callback.list': {
    '': some,
    ' of a state': () => [{ state: 'FAILED' }],
    ' of a session': ({ ids }) => ids.map((session_id) => ({ session_id })),
  },
  'user.list': { '': some },
  'sign_in.list': { '': some },
  'passkey.list': { '': some },
  'request.list': {
    '': some,
    ' of a session': ({ ids }) => ids.map((session_id) => ({ session_id })),
    ' of an operation': () => [{ operation: 'session.create' }],
    ' of a rare operation': () => [{ operation: RARE.operation }],
    ' of a key': ({ user_id }) => [{ user_id }],
    ' with a status': () => [{ status: 404 }],
    ' that were refused': () => [{ refused: true }],
  },
  'invite.list': { '': some },
  'audit.list': { '': some },
  'bill.list': { '': some },
  'transaction.list': { '': ({ bills }) => bills.map((bill_id) => ({ bill_id })) },
  'payment_method.list': { '': some, ' of a bill': ({ bills }) => bills.map((bill_id) => ({ bill_id })) },
};

/** @throws when the contract has a list that is not measured. */
export function growthCalls(): Call[] {
  const missing = operationsOf(readContract())
    .map(({ operationId }) => operationId)
    .filter((id) => id.endsWith('.list') && !LISTS[id]);
  if (missing.length > 0) throw new Error(`These lists are not measured: ${missing.join(', ')}`);
  const lists = Object.entries(LISTS).flatMap(([operation, variants]) =>
    Object.entries(variants).map(([suffix, bodies]) => call(`${operation}${suffix}`, { ...LIST, bodies })),
  );
  const ofSessions: Bodies = ({ ids }) => ids.map((id) => ({ id }));
  const exported = { ...LIST, enough_bytes: BEGINNING_BYTES };
  return [
    call('session.state', { goal: 2.5, requests: 300, bodies: ofSessions, by_key: true }),
    call('session.create', { goal: 2.5, requests: 200, bodies: () => [{ reference: 'order-1' }], by_key: true }),
    call('dashboard.usage', { goal: 1.2, requests: 200, bodies: some }),
    { ...call('dashboard.overview', { goal: 1.2, requests: 200, bodies: () => [{ days: 90 }] }), cpu_goal_ms: 20 },
    ...lists,
    call('session.timeline', { ...LIST, bodies: ofSessions }),
    call('session.export, beginning of CSV', { ...exported, bodies: () => [{ format: 'csv' }] }),
    call('session.export, beginning of JSON', { ...exported, bodies: () => [{ format: 'json' }] }),
    call('callback.health', { ...LIST, bodies: some }),
  ];
}
