import { facts } from '../../content/facts';
import { examplesOf, headersOf, type Operation } from './operation';

/** The call as a curl command. Its keys come from environment variables, so that it runs without changes. */
export function curlOf(operation: Operation): string {
  const { path, security, request } = operation;
  const value = (examplesOf(request)[0]?.value ?? {}) as object;
  const credentials = security.includes('apiKey')
    ? ['-u "$SIGILL_PUBLIC_KEY:$SIGILL_SECRET"']
    : security.includes('accessToken')
      ? ['-H "Authorization: Bearer $ACCESS_TOKEN"']
      : [];
  return [
    `curl ${facts.site_url}${path}`,
    ...credentials,
    ...headersOf(operation).map(({ name }) => `-H "${name}: $${name.toUpperCase().replaceAll('-', '_')}"`),
    '-H "Content-Type: application/json"',
    `-d '${bodyOf(value).replaceAll("'", "'\\''")}'`,
  ].join(' \\\n  ');
}

/** A body with at most one property is one line; a longer one is indented below its command. */
const bodyOf = (value: object): string =>
  Object.keys(value).length < 2
    ? JSON.stringify(value, null, 1).replace(/\s*\n\s*/g, ' ')
    : JSON.stringify(value, null, 2).replaceAll('\n', '\n  ');

export function typescriptOf(operation: Operation): string {
  const { method, security, request } = operation;
  const params = examplesOf(request)[0]?.value ?? {};
  const headers = Object.fromEntries(headersOf(operation).map(({ name, example }) => [name, example]));
  const options = Object.keys(headers).length > 0 ? [{ headers }] : [];
  const isEmpty = options.length === 0 && Object.keys(params).length === 0;
  return `${clientOf(security)}

const response = await sigill.${method}(${isEmpty ? '' : [params, ...options].map(literal).join(', ')});`;
}

/** The client calls the service that shows the sample: its address replaces the published one. */
function clientOf(security: Operation['security']): string {
  const baseUrl = `baseUrl: '${facts.site_url}'`;
  if (security.includes('apiKey'))
    return `import { Sigill } from '${facts.sdk_package}';\n\nconst sigill = new Sigill({ ${baseUrl} });`;
  const options = security.length > 0 ? `${baseUrl}, accessToken: () => access_token` : baseUrl;
  return `import { createPortalClient } from '${facts.sdk_package}/portal';\n\nconst sigill = createPortalClient({ ${options} });`;
}

const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/^(\s*)"([A-Za-z_]\w*)":/gm, '$1$2:')
    .replace(/^(\s*)"([^"]+)":/gm, "$1'$2':")
    .replace(/"((?:[^"\\']|\\[^"])*)"(?=,?$)/gm, "'$1'")
    .replace(/(?<=['"\]}\w])\n(?=\s*[}\]])/g, ',\n');
