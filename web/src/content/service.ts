/**
 * What a page has to know about the service that serves it. The build writes defaults into the documents, the server replaces them
 * (server/http/site/site.ts), and the screens read them from there.
 */
import { names } from './names.ts';

/**
 * The packages with their addresses in local mode, where the service itself serves them. Elsewhere they are installed from the registry
 * by their names.
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
  /** What npm installs. */
  sdk: readMeta('sdk') ?? sdk.tarball,
  /** What npx runs. */
  cli: readMeta('cli') ?? cli.tarball,
  has_face_matcher: readMeta('face-verification') !== 'unavailable',
};

/** A code sample with the address and the packages of this service. */
export const withServedAddresses = (code: string): string =>
  code
    .replaceAll(install, `npm install ${service.sdk}`)
    .replaceAll(runCli, `npx ${service.cli}`)
    .replaceAll(names.site_url, service.origin);
