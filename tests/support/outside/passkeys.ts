/** Registers and uses passkeys as a browser does: asks the service, lets the device respond, and sends the service's cookie. */
import type { PasskeyCreation } from '../../../server/generated/operations.gen.ts';
import { type Call, type Credentials, expectSuccess, type Result } from '../server/call.ts';
import { createAuthenticator } from './authenticator.ts';

interface Service {
  call: Call;
  base: string;
}

type Device = ReturnType<typeof createAuthenticator>;

export const cookieOf = ({ headers }: Result): Record<string, string> => ({
  Cookie: headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; '),
});

export async function madePasskey({ call, base }: Service, bearer: string, device: Device = createAuthenticator(base)) {
  const begun = await call('passkey.start_registration', {}, { bearer });
  return { device, passkey: device.make(begun.body), headers: cookieOf(begun) };
}

export async function addPasskey(service: Service, bearer: string, device?: Device) {
  const made = await madePasskey(service, bearer, device);
  const body = { name: 'Laptop', passkey: made.passkey };
  const registered = await service.call('passkey.register', body, { bearer }, made.headers);
  return { device: made.device, id: expectSuccess('passkey.register', registered).id };
}

export async function shownPasskey({ call }: Service, device: Device) {
  const begun = await call('passkey.start_authentication', {});
  return { passkey: device.answer(begun.body), headers: cookieOf(begun) };
}

export async function passkeyForSignUp({ call, base }: Service, email: string, device = createAuthenticator(base)) {
  const begun = (await call('passkey.start_sign_up', { email })) as Result<PasskeyCreation>;
  return { device, body: { email, passkey: device.make(begun.body) }, headers: cookieOf(begun) };
}

export async function signUpWithPasskey(service: Service, email: string) {
  const { device, body, headers } = await passkeyForSignUp(service, email);
  const credentials = expectSuccess('passkey.sign_up', await service.call('passkey.sign_up', body, {}, headers));
  return { email, device, credentials, bearer: credentials.access_token };
}

export async function signInWithPasskey(service: Service, device: Device, credentials: Credentials = {}) {
  const { passkey, headers } = await shownPasskey(service, device);
  return service.call('passkey.authenticate', { passkey }, credentials, headers);
}
