/**
 * What the service behind a page says of itself. The build writes its assumptions into the documents; the server puts what is true
 * of it in their place (server/http/site.ts), and the screens read it from there.
 */
import { facts } from './facts.ts';

/** Where the service hands out the SDK, in local mode. Elsewhere it comes from the registry, by name. */
const tarball = `${facts.site_url}/sdk/sigill-sdk.tgz`;
export const sdk = { tarball, name: facts.sdk_package };
export const install = `npm install ${sdk.name}`;

const said = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

export const service = {
  origin: globalThis.location?.origin ?? facts.site_url,
  /** What npm installs. */
  sdk: said('sdk') ?? sdk.tarball,
  has_face_matcher: said('face-verification') !== 'unavailable',
};

/** Code as it works with this service. */
export const asServed = (code: string): string =>
  code.replaceAll(install, `npm install ${service.sdk}`).replaceAll(facts.site_url, service.origin);
