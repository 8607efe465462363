/**
 * A device that stores passkeys, in software: ES256, without attestation, and by default with the user verified (Web Authentication
 * Level 3).
 */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  NewPasskey,
  PasskeyAssertion,
  PasskeyCreation,
  PasskeyRequest,
} from '../../../server/generated/operations.gen.ts';

const PRESENT_AND_VERIFIED = 0x05;
const ATTESTED = 0x40;
const AAGUID = Buffer.alloc(16);

interface Kept {
  id: Buffer;
  key: KeyObject;
  rp: string;
}

const base64url = (bytes: Buffer) => bytes.toString('base64url');

/** `origin` is the origin of the page in its browser. Without `verifies` it does not verify the user. */
export function createAuthenticator(origin: string, { verifies = true } = {}) {
  const kept: Kept[] = [];
  const clientData = (type: string, challenge: string) =>
    Buffer.from(JSON.stringify({ type: `webauthn.${type}`, challenge, origin, crossOrigin: false }));
  const head = (rp: string, flags: number) =>
    Buffer.concat([
      createHash('sha256').update(rp).digest(),
      Buffer.from([verifies ? flags : flags & ~0x04]),
      Buffer.alloc(4),
    ]);

  return {
    make({ challenge, rp }: PasskeyCreation): NewPasskey {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const id = randomBytes(16);
      kept.push({ id, key: privateKey, rp: rp.id });
      const length = Buffer.from([0, id.length]);
      const attested = Buffer.concat([AAGUID, length, id, coseKey(publicKey)]);
      const data = Buffer.concat([head(rp.id, PRESENT_AND_VERIFIED | ATTESTED), attested]);
      return {
        id: base64url(id),
        client_data: base64url(clientData('create', challenge)),
        attestation: base64url(attestationObject(data)),
        transports: ['internal'],
      };
    },

    answer({ challenge }: PasskeyRequest): PasskeyAssertion {
      const { id, key, rp } = kept.at(-1)!;
      const data = head(rp, PRESENT_AND_VERIFIED);
      const client = clientData('get', challenge);
      const hash = createHash('sha256').update(client).digest();
      return {
        id: base64url(id),
        client_data: base64url(client),
        authenticator_data: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([data, hash]), key)),
      };
    },
  };
}

/** In CBOR: {1: 2, 3: -7, -1: 1, -2: x, -3: y}. */
function coseKey(key: KeyObject): Buffer {
  const { x, y } = key.export({ format: 'jwk' });
  const coordinate = (text?: string) => Buffer.concat([Buffer.from([0x58, 0x20]), Buffer.from(text!, 'base64url')]);
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    coordinate(x),
    Buffer.from([0x22]),
    coordinate(y),
  ]);
}

/** In CBOR: {"fmt": "none", "attStmt": {}, "authData": data}. */
const attestationObject = (data: Buffer) =>
  Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from('fmt'),
    Buffer.from([0x64]),
    Buffer.from('none'),
    Buffer.from([0x67]),
    Buffer.from('attStmt'),
    Buffer.from([0xa0, 0x68]),
    Buffer.from('authData'),
    Buffer.from([0x58, data.length]),
    data,
  ]);
