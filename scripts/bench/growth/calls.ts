/** The calls whose growth is measured: state, create, usage and every list of the contract. */
import { operationsOf, readContract } from '../../contract.ts';
import { basic, bearer } from '../api.ts';
import type { Job } from '../processes/load.ts';
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

const call = (name: string, operation: string, goal: number, requests: number, bodies: Bodies, key = false): Call => ({
  name,
  goal,
  requests,
  job: (grown) => ({
    port: grown.server.port,
    path: `/api/v1/${operation}`,
    headers: {
      authorization: key ? basic(grown.key) : bearer(grown.access_token),
      'content-type': 'application/json',
    },
    bodies: bodies(grown).map((body) => JSON.stringify(body)),
    requests,
    connections: 1,
  }),
});

const LIST_GOAL = 2.5;
const LIST_REQUESTS = 100;
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
  'request.list': { '': some, ' of a session': ({ ids }) => ids.map((session_id) => ({ session_id })) },
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
    Object.entries(variants).map(([suffix, bodies]) =>
      call(`${operation}${suffix}`, operation, LIST_GOAL, LIST_REQUESTS, bodies),
    ),
  );
  return [
    call('session.state', 'session.state', 2.5, 300, ({ ids }) => ids.map((id) => ({ id })), true),
    call('session.create', 'session.create', 2.5, 200, () => [{ reference: 'order-1' }], true),
    call('dashboard.usage', 'dashboard.usage', 1.2, 200, some),
    { ...call('dashboard.overview', 'dashboard.overview', 1.2, 200, () => [{ days: 90 }]), cpu_goal_ms: 20 },
    ...lists,
  ];
}
