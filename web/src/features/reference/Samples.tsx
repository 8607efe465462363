import { Trans, useLingui } from '@lingui/react/macro';
import { facts } from '../../content/facts';
import { buttonClass } from '../../ui/Button';
import { CodeBlock } from '../../ui/CodeBlock';
import { sampleLanguages } from '../samples/sample-languages';
import { examplesOf, headersOf, type Operation, successOf } from './operation';

export function Samples({ operation }: { operation: Operation }) {
  const { t } = useLingui();
  const { operationId } = operation;
  const success = successOf(operation);
  const requests = examplesOf(operation.request);
  const answers = success ? examplesOf(success) : [];
  const written: Record<string, string> = { ts: typescriptOf(operation), curl: curlOf(operation) };
  return (
    <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-24 xl:max-h-[calc(100dvh-7rem)] xl:self-start">
      <CodeBlock
        className="max-h-128 shrink-0 xl:max-h-[45%]"
        label={t`Request`}
        sample={operationId}
        tabs={[
          ...sampleLanguages.map(({ language, label }) => ({ language, label, code: written[language] ?? '' })),
          ...(requests.length > 1 ? [{ label: 'JSON', code: requests.map(commented).join('\n\n') }] : []),
        ]}
        footer={
          <button
            type="button"
            data-try={operationId}
            aria-haspopup="dialog"
            className={buttonClass({ variant: 'quiet', size: 'small' })}
          >
            <Trans>Try it</Trans>
          </button>
        }
      />
      {answers.length > 0 && success && (
        <CodeBlock
          className="max-h-128 xl:max-h-none"
          label={t`Response ${success.status}`}
          tabs={[{ label: t`Response ${success.status}`, code: answers.map(commented).join('\n\n') }]}
        />
      )}
    </div>
  );
}

export const commented = ({ title, value }: { title?: string; value: unknown }, _index: number, all: unknown[]) =>
  `${title && all.length > 1 ? `// ${title}\n` : ''}${JSON.stringify(value, null, 2)}`;

/** The keys come from environment variables, so that the command runs without changes. */
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

/** The address of the service that shows the sample replaces the published one. */
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
