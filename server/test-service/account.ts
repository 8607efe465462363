/** Signs up, as an integrator would in the portal, and creates an API key. */
import { randomBytes } from 'node:crypto';

const email = 'developer@example.com';

export async function newAccount(base: string) {
  const password = randomBytes(12).toString('hex');
  const { access_token } = await call(base, 'password.create', { email, password });
  const key = await call(base, 'user.create_service_user', {}, access_token);
  const { secret: signingSecret } = await call(base, 'callback.secret', {}, access_token);
  return { email, password, publicKey: key['public_key']!, secret: key['secret']!, signingSecret: signingSecret! };
}

async function call(base: string, name: string, body: object, token?: string): Promise<Record<string, string>> {
  const response = await fetch(`${base}/api/v1/${name}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${name} returned ${response.status}: ${await response.text()}`);
  return (await response.json()) as Record<string, string>;
}
