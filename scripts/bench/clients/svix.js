import { Svix } from 'svix';

export function connect(port) {
  const svix = new Svix('token_1', { serverUrl: `http://127.0.0.1:${port}` });
  return [
    () => svix.application.create({ name: 'order-1042' }),
    () => svix.application.get('app_1'),
    () => svix.application.list({ limit: 1 }),
  ];
}
