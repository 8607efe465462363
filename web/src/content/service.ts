/**
 * What a page needs to know about the service that serves it. The build writes defaults into the documents, the server replaces them
 * (server/http/site/site.ts), and the screens read them from there.
 */
import { names } from './names.ts';

/**
 * The packages and their addresses in local mode, where the service itself serves them. Otherwise they are installed by name from the
 * registry.
 */
export const packages = [
  { name: names.sdk_package, tarball: `${names.site_url}/sdk/sigill-sdk.tgz` },
  { name: names.cli_package, tarball: `${names.site_url}/sdk/sigill-cli.tgz` },
] as const;
const [sdk, cli] = packages;
export const install = `npm install ${sdk.name}`;
/** Runs the command line without installing it. */
export const runCli = `npx ${cli.name}`;

const readMeta = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content;

export const service = {
  origin: globalThis.location?.origin ?? names.site_url,
  /** The package to pass to npm install. */
  sdk: readMeta('sdk') ?? sdk.tarball,
  /** The package to pass to npx. */
  cli: readMeta('cli') ?? cli.tarball,
  has_face_matcher: readMeta('face-verification') !== 'unavailable',
};

/** Replaces the address and packages in a code sample with this service's. */
export const withServedAddresses = (code: string): string =>
  code
    .replaceAll(install, `npm install ${service.sdk}`)
    .replaceAll(runCli, `npx ${service.cli}`)
    .replaceAll(names.site_url, service.origin);
