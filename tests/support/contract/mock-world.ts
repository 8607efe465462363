/** An integrator's day against the mock, in the same small steps as against the service. */
import { MOCK_CODE } from '../../../openapi/facts/mock-scenarios.ts';
import { type Mock, startMock } from '../../../scripts/mock/start-mock.ts';
import type { OperationId } from '../../../server/generated/operations.gen.ts';
import { freePort } from '../../../server/test-service/free-port.ts';
import { createCaller } from '../server/call.ts';
import { newcomers } from '../server/newcomers.ts';
import { type Scenario, scenarios } from './scenarios.ts';

export const startTestMock = async (): Promise<Mock> => startMock({ port: await freePort() });

export async function createMockWorld({ base }: Mock): Promise<World> {
  const call = createCaller(base);
  const people = newcomers(call);
  const mailbox = async () => [{ text: `The code is ${MOCK_CODE}, as in /undo-email-change?code=${MOCK_CODE}.` }];
  // The mock has no database and no clock that a step could reach for.
  const server = { base, call, mailbox, ...people } as unknown as TestServer;
  return createWorld(server, await people.account());
}

/** The account of the contract's examples, which everybody is in whom the mock does not know. */
export const EXAMPLE = { bearer: 'any-token-at-all', basic: { public_key: 'public-key-12345678', secret: 'secret-1' } };
const EXAMPLE_BILL = 6_120_945_573_318_804;

/** The provider agrees without being asked, and the browser is back at once. */
async function agreedBy(world: World, provider: 'google' | 'microsoft'): Promise<Scenario> {
  const { uri } = await world.succeed(`${provider}.uri`, {});
  const { searchParams } = new URL(uri);
  return { body: { code: searchParams.get('code') } };
}

const ofExample = (body: Record<string, unknown>) => async (world: World) => ({
  body,
  caller: { ...world.account, ...EXAMPLE },
});

/** Good calls that come about in another way than at the service: bills are those of the examples. */
const elsewhere: Partial<Record<OperationId, (world: World) => Promise<Scenario>>> = {
  'bill.get': ofExample({ id: EXAMPLE_BILL }),
  'bill.list': ofExample({}),
  'bill.pdf': ofExample({ id: EXAMPLE_BILL }),
  'transaction.list': ofExample({ bill_id: EXAMPLE_BILL }),
  'payment_method.list': ofExample({ bill_id: EXAMPLE_BILL }),
  'google.authenticate': (world) => agreedBy(world, 'google'),
  'user.change_role': keptRole,
  'microsoft.authenticate': (world) => agreedBy(world, 'microsoft'),
};

/** Nobody joins an account of the mock by a mail: the owner keeps the role. */
async function keptRole({ freshAccount, succeed }: World): Promise<Scenario> {
  const caller = await freshAccount();
  const { id } = await succeed('user.self', {}, { bearer: caller.bearer });
  return { body: { id, role: 'owner' }, caller };
}

export const scenarioOnMock = (id: OperationId, world: World): Promise<Scenario> =>
  (elsewhere[id] ?? scenarios[id])(world);
