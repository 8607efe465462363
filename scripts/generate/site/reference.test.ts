import { expect, test } from 'vitest';
import { readContract } from '../../../openapi/contract/contract.ts';
import { referencePages } from './reference.ts';

type Event = { type: string; summary: string; sent_to: string[]; request: { schema: object; examples: object } };

const eventsOf = (contract: ReturnType<typeof readContract>) => referencePages(contract)['events.json'] as Event[];

test('a webhook of the contract becomes an entry of its own, with its payload and its examples', () => {
  const contract = readContract();
  const before = eventsOf(contract).map(({ type }) => type);
  const schema = {
    type: 'object',
    properties: { type: { type: 'string', enum: ['session.tested'] }, note: { type: 'string' } },
  };
  const examples = { only: { value: { type: 'session.tested', note: 'A note' } } };
  const webhook = {
    summary: 'A session was tested',
    requestBody: { content: { 'application/json': { schema, examples } } },
    responses: { '200': { description: 'Received.' } },
  };
  const webhooks = { ...Reflect.get(contract, 'webhooks'), 'session.tested': { post: webhook } };
  const events = eventsOf({ ...contract, ...{ webhooks } });
  expect(events.map(({ type }) => type).toSorted()).toEqual([...before, 'session.tested'].toSorted());
  expect(events.find(({ type }) => type === 'session.tested')).toMatchObject({
    summary: 'A session was tested',
    sent_to: ['endpoints'],
    request: { schema, examples },
  });
});

test('an event that is sent to the address of a session says so', () => {
  const changed = eventsOf(readContract()).find(({ type }) => type === 'session.state_changed');
  expect(changed?.sent_to).toContain('callback_url');
  expect(Object.keys(changed?.request.examples ?? {})).toContain('approved');
});
