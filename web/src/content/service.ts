/**
 * What a page needs to know about the service that serves it. The build writes defaults into the documents, the server replaces them
 * (server/http/site/site.ts), and the screens read them from there.
 */
import { packages_published } from '../../../openapi/facts/product.ts';
import { names } from './names.ts';

const readMeta = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

/**
 * Prerendered pages are the same for every service, so what they say about faces is in elements with classes: `with-face` and
 * `without-face`, for services with and without a provider or model that the operator chose, and `with-liveness` and
 * `without-liveness`, for services whose provider offers that.
 */
export const service = {
  origin: globalThis.location?.origin ?? names.site_url,
  /** What compares faces here, in the words of `OfferedFaces`. */
  faces: readMeta('face-verification')?.split(' ') ?? [],
  face_provider: readMeta('face-provider') ?? 'FACE-PROVIDER',
};

/** What to pass to npm: the name of a package or, until the packages are in the registry, its address on this service. */
export const packageAt = (name: string, origin = service.origin): string =>
  packages_published ? name : `${origin}/sdk/${name.replace('@sigill/', 'sigill-')}.tgz`;

export const install = `npm install ${names.sdk_package}`;
export const runCli = `npx ${names.cli_package}`;

/** npm commands, and the arguments of npx in a configuration file. */
const COMMAND = /\b(?:npm install|npx) [^\n]*|"args": \[[^\]]*\]/g;
const PACKAGE = /@sigill\/[a-z-]+(?![\w/-])/g;

export const withServedAddresses = (code: string): string =>
  code
    .replaceAll(COMMAND, (command) => command.replaceAll(PACKAGE, (name) => packageAt(name)))
    .replaceAll(names.site_url, service.origin);
