/**
 * What a page has to know about the service that serves it. The build writes defaults into the documents, the server replaces them
 * (server/http/site.ts), and the screens read them from there.
 */
import { facts } from './facts.ts';

/**
 * The address of the SDK in local mode, where the service itself serves it. Elsewhere it is installed from the registry by its
 * name.
 */
const tarball = `${facts.site_url}/sdk/sigill-sdk.tgz`;
export const sdk = { tarball, name: facts.sdk_package };
export const install = `npm install ${sdk.name}`;

const readMeta = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

export const service = {
  origin: globalThis.location?.origin ?? facts.site_url,
  /** What npm installs. */
  sdk: readMeta('sdk') ?? sdk.tarball,
  has_face_matcher: readMeta('face-verification') !== 'unavailable',
};

/** A code sample with the address and the SDK of this service. */
export const withServedAddresses = (code: string): string =>
  code.replaceAll(install, `npm install ${service.sdk}`).replaceAll(facts.site_url, service.origin);
