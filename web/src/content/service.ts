/** The service that serves a page. The build writes a default address into the documents, and the server replaces it. */
import { packages_published } from '../../../openapi/facts/product.ts';
import { names } from './names.ts';

export const service = { origin: globalThis.location?.origin ?? names.site_url };

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
