import { createApiClient, Session } from '@sigill/sdk';

export function connect(port) {
  const keys = { publicKey: 'public-key-1', secret: 'secret-1' };
  const session = new Session(createApiClient({ ...keys, baseUrl: `http://127.0.0.1:${port}` }));
  return [
    () => session.create({ reference: 'order-1042' }),
    () => session.state({ id: 1 }),
    () => session.get({ id: 1 }),
  ];
}
