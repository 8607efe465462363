/** Issues small documents for the engine's tests, valid and invalid. */
import { constants, createHash, createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { der, derBitString, derInteger, derNull, derOid } from '../../../sdk/emrtd/src/asn1/der-values.ts';

export type Scheme = 'ecdsa' | 'rsa' | 'pss';

const DIGEST_OIDS = {
  sha1: '1.3.14.3.2.26',
  sha224: '2.16.840.1.101.3.4.2.4',
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;
export type DigestId = keyof typeof DIGEST_OIDS;

const SIGNATURE_OIDS: Record<'ecdsa' | 'rsa', Record<DigestId, string>> = {
  ecdsa: {
    sha1: '1.2.840.10045.4.1',
    sha224: '1.2.840.10045.4.3.1',
    sha256: '1.2.840.10045.4.3.2',
    sha384: '1.2.840.10045.4.3.3',
    sha512: '1.2.840.10045.4.3.4',
  },
  rsa: {
    sha1: '1.2.840.113549.1.1.5',
    sha224: '1.2.840.113549.1.1.14',
    sha256: '1.2.840.113549.1.1.11',
    sha384: '1.2.840.113549.1.1.12',
    sha512: '1.2.840.113549.1.1.13',
  },
};

export interface Keys {
  privateKey: KeyObject;
  publicKey: KeyObject;
  scheme: Scheme;
  digest: DigestId;
  /**
   * The digest of the mask generation function of RSASSA-PSS, if it differs from that of the signature. The key then contains it
   * too (RFC 4055, 3.1).
   */
  mgf?: DigestId;
  /** The algorithm that certificates name for the key, if it is not the one with which it signs. */
  certified_as?: Buffer;
}

export function ecKeys(namedCurve = 'brainpoolP256r1', options: { explicit?: boolean; digest?: DigestId } = {}): Keys {
  const paramEncoding = options.explicit === false ? 'named' : 'explicit';
  const pair = generateKeyPairSync('ec', { namedCurve, paramEncoding });
  return { ...pair, scheme: 'ecdsa', digest: options.digest ?? 'sha256' };
}

export function rsaKeys(modulusLength = 2048, options: { scheme?: 'rsa' | 'pss'; digest?: DigestId } = {}): Keys {
  const pair = generateKeyPairSync('rsa', { modulusLength });
  return { ...pair, scheme: options.scheme ?? 'rsa', digest: options.digest ?? 'sha256' };
}

/** A key of type id-RSASSA-PSS, which is bound to its parameters. */
export function pssKeys(options: { digest: DigestId; mgf: DigestId }, modulusLength = 2048): Keys {
  const pair = generateKeyPairSync('rsa-pss', {
    modulusLength,
    hashAlgorithm: options.digest,
    mgf1HashAlgorithm: options.mgf,
  });
  return { ...pair, scheme: 'pss', ...options };
}

export const spkiOf = (key: KeyObject) =>
  createPublicKey(key.export({ format: 'pem', type: 'spki' })).export({ format: 'der', type: 'spki' });

/** SubjectPublicKeyInfo with another algorithm, for RSA keys. */
const certified = ({ publicKey, certified_as }: Keys): Buffer =>
  certified_as
    ? der(0x30, certified_as, derBitString(publicKey.export({ format: 'der', type: 'pkcs1' })))
    : spkiOf(publicKey);

export const digestAlgorithm = (digest: DigestId) => der(0x30, derOid(DIGEST_OIDS[digest]), derNull);

export function signatureAlgorithm({ scheme, digest, mgf: mask = digest }: Keys): Buffer {
  if (scheme !== 'pss')
    return der(0x30, derOid(SIGNATURE_OIDS[scheme][digest]), ...(scheme === 'rsa' ? [derNull] : []));
  const salt = createHash(digest).digest().length;
  const mgf = der(0x30, derOid('1.2.840.113549.1.1.8'), digestAlgorithm(mask));
  const parameters = der(0x30, der(0xa0, digestAlgorithm(digest)), der(0xa1, mgf), der(0xa2, derInteger(salt)));
  return der(0x30, derOid('1.2.840.113549.1.1.10'), parameters);
}

export function signWith(keys: Keys, data: Uint8Array): Buffer {
  if (keys.scheme !== 'pss') return sign(keys.digest, data, keys.privateKey);
  const options = { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST };
  return sign(keys.digest, data, { key: keys.privateKey, ...options });
}

export function nameOf(attributes: { C?: string; O?: string; CN: string }): Buffer {
  const rdn = (oid: string, tag: number, value: string) =>
    der(0x31, der(0x30, derOid(oid), der(tag, Buffer.from(value))));
  return der(
    0x30,
    ...(attributes.C ? [rdn('2.5.4.6', 0x13, attributes.C)] : []),
    ...(attributes.O ? [rdn('2.5.4.10', 0x0c, attributes.O)] : []),
    rdn('2.5.4.3', 0x0c, attributes.CN),
  );
}

/** A number, or the octets of an INTEGER as its issuer wrote them. */
export type Serial = number | Uint8Array;

const serialOf = (serial: Serial) => (typeof serial === 'number' ? derInteger(serial) : der(0x02, serial));

export interface CertificateOptions {
  subject: Buffer;
  keys: Keys;
  issuer?: { subject: Buffer; keys: Keys };
  serial?: Serial;
  /** A day, or a whole Time as its issuer wrote it. */
  not_before?: string | Buffer;
  not_after?: string | Buffer;
  ca?: boolean;
  extended_key_usage?: string;
  key_usage?: number | false;
  /** Further extensions, or a key usage other than the profile's: OID, value and whether it is critical. */
  extensions?: { oid: string; value: Buffer; critical?: boolean }[];
  version_1?: boolean;
  without_key_ids?: boolean;
}

export interface Issued {
  certificate: Buffer;
  subject: Buffer;
  keys: Keys;
  serial: Serial;
}

const keyId = (keys: Keys) => createHash('sha1').update(spkiOf(keys.publicKey)).digest();

export function issueCertificate(options: CertificateOptions): Issued {
  const { subject, keys, ca = false, serial = 7 } = options;
  const issuer = options.issuer ?? { subject, keys };
  const extension = (oid: string, value: Buffer, critical = false) =>
    der(0x30, derOid(oid), ...(critical ? [der(0x01, Buffer.of(0xff))] : []), der(0x04, value));
  const extensions = [
    ...(options.without_key_ids
      ? []
      : [
          extension('2.5.29.14', der(0x04, keyId(keys))),
          extension('2.5.29.35', der(0x30, der(0x80, keyId(issuer.keys)))),
        ]),
    ...(options.key_usage === false
      ? []
      : [extension('2.5.29.15', der(0x03, Buffer.of(0, options.key_usage ?? (ca ? 0x06 : 0x80))), true)]),
    ...(ca ? [extension('2.5.29.19', der(0x30, der(0x01, Buffer.of(0xff)), derInteger(0)), true)] : []),
    ...(options.extended_key_usage ? [extension('2.5.29.37', der(0x30, derOid(options.extended_key_usage)))] : []),
    ...(options.extensions ?? []).map(({ oid, value, critical }) => extension(oid, value, critical)),
  ];
  const tbs = der(
    0x30,
    ...(options.version_1 ? [] : [der(0xa0, derInteger(2))]),
    serialOf(serial),
    signatureAlgorithm(issuer.keys),
    issuer.subject,
    der(0x30, timeOf(options.not_before ?? '2020-01-01'), timeOf(options.not_after ?? '2035-01-01')),
    subject,
    certified(keys),
    ...(options.version_1 ? [] : [der(0xa3, der(0x30, ...extensions))]),
  );
  const certificate = der(0x30, tbs, signatureAlgorithm(issuer.keys), derBitString(signWith(issuer.keys, tbs)));
  return { certificate, subject, keys, serial };
}

const timeOf = (at: string | Buffer) =>
  typeof at === 'string' ? der(0x18, Buffer.from(`${at.replaceAll('-', '')}000000Z`)) : at;

export interface SodOptions {
  signer: Issued;
  issuerSubject: Buffer;
  groups: Map<number, Uint8Array>;
  digest?: DigestId;
  /** The digest that binds the content to the signed attributes; by default that of the signature. */
  message_digest?: DigestId;
  content_type?: string;
  /** Encodes the outer layers with indefinite lengths and the content in pieces, as some issuers do. */
  indefinite?: boolean;
  without_certificate?: boolean;
  without_attributes?: boolean;
  /** The issuer and the serial number to name in place of the certificate's. */
  identifier?: { issuer: Buffer; serial: Serial };
  tamper_content?: (content: Buffer) => Buffer;
  /** A day, or a whole Time as its issuer wrote it. Absent by default, as in many real documents. */
  signed_at?: string | Buffer;
  unsorted_attributes?: boolean;
}

export function issueSod(options: SodOptions): Buffer {
  const { signer, groups, digest = 'sha256', content_type = '2.23.136.1.1.1' } = options;
  const hashes = [...groups].map(([number, bytes]) =>
    der(0x30, derInteger(number), der(0x04, createHash(digest).update(bytes).digest())),
  );
  const original = der(0x30, derInteger(0), digestAlgorithm(digest), der(0x30, ...hashes));
  const content = options.tamper_content?.(original) ?? original;
  const signerDigest = options.message_digest ?? signer.keys.digest;
  const attribute = (oid: string, value: Buffer) => der(0x30, derOid(oid), der(0x31, value));
  const attributes = [
    attribute('1.2.840.113549.1.9.3', derOid(content_type)),
    attribute('1.2.840.113549.1.9.4', der(0x04, createHash(signerDigest).update(original).digest())),
    ...(options.signed_at ? [attribute('1.2.840.113549.1.9.5', timeOf(options.signed_at))] : []),
  ].sort(Buffer.compare);
  if (options.unsorted_attributes) attributes.reverse();
  const signed = options.without_attributes ? original : der(0x31, ...attributes);
  const { issuer, serial } = options.identifier ?? { issuer: options.issuerSubject, serial: signer.serial };
  const signerInfo = der(
    0x30,
    derInteger(1),
    der(0x30, issuer, serialOf(serial)),
    digestAlgorithm(signerDigest),
    ...(options.without_attributes ? [] : [der(0xa0, ...attributes)]),
    signatureAlgorithm(signer.keys),
    der(0x04, signWith(signer.keys, signed)),
  );
  const wrap = options.indefinite ? indefinite : der;
  const octets = options.indefinite
    ? indefinite(0x24, der(0x04, content.subarray(0, 20)), der(0x04, content.subarray(20)))
    : der(0x04, content);
  const signedData = wrap(
    0x30,
    derInteger(3),
    der(0x31, digestAlgorithm(signerDigest)),
    wrap(0x30, derOid(content_type), wrap(0xa0, octets)),
    ...(options.without_certificate ? [] : [der(0xa0, signer.certificate)]),
    der(0x31, signerInfo),
  );
  return der(0x77, wrap(0x30, derOid('1.2.840.113549.1.7.2'), wrap(0xa0, signedData)));
}

const indefinite = (tag: number, ...contents: Uint8Array[]) =>
  Buffer.concat([Buffer.of(tag, 0x80), ...contents, Buffer.alloc(2)]);

export const dg1Of = (mrz: string) =>
  der(0x61, Buffer.concat([Buffer.from('5f1f', 'hex'), Buffer.of(mrz.length), Buffer.from(mrz)]));

/** EF.DG2 in ISO/IEC 19794-5 with an image. */
export function dg2Of(image: Uint8Array): Buffer {
  const record = Buffer.alloc(46);
  record.write('FAC\x00010\x00', 'latin1');
  record.writeUInt32BE(46 + image.length, 8);
  record.writeUInt16BE(1, 12);
  record.writeUInt32BE(32 + image.length, 14);
  return dg2OfRecord(Buffer.concat([record, image]));
}

export function dg2OfRecord(record: Uint8Array): Buffer {
  const length = (bytes: number) => Buffer.of(0x82, bytes >> 8, bytes & 0xff);
  const tlv = (tag: string, content: Uint8Array) =>
    Buffer.concat([Buffer.from(tag, 'hex'), length(content.length), content]);
  const template = tlv('7f60', Buffer.concat([der(0xa1, der(0x87, Buffer.from('0101', 'hex'))), tlv('5f2e', record)]));
  return tlv('75', tlv('7f61', Buffer.concat([derInteger(1), template])));
}

export const dg15Of = (key: KeyObject) => der(0x6f, spkiOf(key));

/** The MRZ of ICAO's specimen Anna Maria Eriksson, valid to 2031-04-15. */
export const TD3_MRZ = 'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<L898902C36UTO7408122F3104150ZE184226B<<<<<16';

/** A JPEG header; the engine finds the image and does not decode it. */
export const IMAGE = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600', 'hex'),
  Buffer.alloc(40, 0x20),
  Buffer.from('ffd9', 'hex'),
]);
