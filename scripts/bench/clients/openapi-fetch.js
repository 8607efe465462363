import createClient from 'openapi-fetch';

export function connect(port) {
  const headers = { authorization: `Basic ${btoa('public-key-1:secret-1')}` };
  const client = createClient({ baseUrl: `http://127.0.0.1:${port}`, headers });
  return [
    () => client.POST('/api/v1/session.create', { body: { reference: 'order-1042' } }),
    () => client.POST('/api/v1/session.state', { body: { id: 1 } }),
    () => client.POST('/api/v1/session.get', { body: { id: 1 } }),
  ];
}
