// What hey-api generates from the contract with its stock client. scripts/bench/sdk/hey-api.ts writes it.
import { client, sessionCreate, sessionGet, sessionState } from './node_modules/.hey-api/index.js';

export function connect(port) {
  client.setConfig({ baseUrl: `http://127.0.0.1:${port}`, auth: 'public-key-1:secret-1' });
  return [
    () => sessionCreate({ body: { reference: 'order-1042' } }),
    () => sessionState({ body: { id: 1 } }),
    () => sessionGet({ body: { id: 1 } }),
  ];
}
