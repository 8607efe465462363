import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { CodeBlock } from '../../ui/CodeBlock';
import { DeprecationNote } from './DeprecationNote';
import { Disclosure, Properties } from './Properties';
import { Prose } from './Prose';
import { examplesOf, failuresOf, headersOf, type Operation, successOf } from './reference';
import { curlOf, typescriptOf } from './samples';
import { useOrigin } from './use-origin';

/** One call: on the left what it does and takes, on the right its code samples. */
export function OperationSection({
  operation,
  earlier,
}: {
  operation: Operation;
  /** The earlier call whose section already describes the same answer. */
  earlier: string | undefined;
}) {
  const success = successOf(operation);
  const headers = headersOf(operation);
  return (
    <section
      id={operation.operationId}
      aria-labelledby={`${operation.operationId}-title`}
      className="grid scroll-mt-24 gap-x-10 gap-y-6 border-t border-hairline py-12 [contain-intrinsic-size:auto_60rem] [content-visibility:auto] xl:grid-cols-[1fr_26rem]"
    >
      <div className="min-w-0 space-y-8">
        <header>
          <h4 id={`${operation.operationId}-title`} className="group text-lg font-medium">
            <span lang="en">{operation.summary}</span>
            <AnchorLink id={operation.operationId} />
          </h4>
          <p className="mt-1 font-mono text-sm break-all">
            <span className="text-muted">POST</span> {operation.path}
          </p>
          <p className="mt-1 text-sm text-muted">
            <Credentials security={operation.security} />
          </p>
          <DeprecationNote operation={operation} />
        </header>
        <Prose text={operation.description} />
        {headers.length > 0 && (
          <Part title={<Trans>Headers</Trans>}>
            <Properties
              schema={{
                type: 'object',
                required: headers.map(({ name }) => name),
                properties: Object.fromEntries(
                  headers.map(({ name, description, schema }) => [name, { ...schema, description }]),
                ),
              }}
              direction="request"
            />
          </Part>
        )}
        <Part title={<Trans>Request</Trans>}>
          <Properties schema={operation.request.schema} direction="request" />
        </Part>
        {success?.schema && (
          <Part title={<Trans>Response</Trans>}>
            <p lang="en" className="text-sm">
              {success.description}
            </p>
            {earlier ? (
              <p className="mt-1 text-sm">
                <Trans>
                  The properties are those of{' '}
                  <a href={`#${earlier}`} className="link font-mono">
                    {earlier}
                  </a>
                  .
                </Trans>
              </p>
            ) : (
              <Disclosure summary={<Trans>Properties of the response</Trans>}>
                <Properties schema={success.schema} direction="response" />
              </Disclosure>
            )}
          </Part>
        )}
        <Part title={<Trans>Errors</Trans>}>
          <Failures operation={operation} />
        </Part>
      </div>
      <Samples operation={operation} />
    </section>
  );
}

function Samples({ operation }: { operation: Operation }) {
  const { t } = useLingui();
  const origin = useOrigin();
  const success = successOf(operation);
  const requests = examplesOf(operation.request);
  const answers = success ? examplesOf(success) : [];
  return (
    <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-24 xl:max-h-[calc(100dvh-7rem)] xl:self-start">
      <CodeBlock
        className="max-h-128 shrink-0 xl:max-h-[45%]"
        label={t`Request`}
        tabs={[
          { label: 'curl', code: curlOf(operation, origin) },
          { label: 'TypeScript', code: typescriptOf(operation) },
          ...(requests.length > 1 ? [{ label: 'JSON', code: requests.map(commented).join('\n\n') }] : []),
        ]}
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

/** Several examples of one body, each below its title. A single one has no title. */
const commented = ({ title, value }: { title?: string; value: unknown }, _index: number, all: unknown[]) =>
  `${title && all.length > 1 ? `// ${title}\n` : ''}${JSON.stringify(value, null, 2)}`;

/** The error codes by status. The table of all errors explains them once for all calls. */
function Failures({ operation }: { operation: Operation }) {
  const statuses = Map.groupBy(failuresOf(operation), ({ status }) => status);
  return (
    <Disclosure summary={<Trans>The codes that this call answers</Trans>}>
      <dl className="divide-y divide-hairline border-y border-hairline font-mono text-sm">
        {[...statuses].map(([status, failures]) => (
          <div key={status} className="flex gap-6 py-2">
            <dt>{status}</dt>
            <dd className="flex flex-wrap gap-x-6">
              {failures.map(({ code }) => (
                <a key={code} href={`#error-${code}`} className="link break-all">
                  {code}
                </a>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

function Credentials({ security }: { security: Operation['security'] }) {
  if (security.length === 0) return <Trans>Public: needs no credentials</Trans>;
  if (security.length > 1) return <Trans>API key, or a signed-in user</Trans>;
  return security[0] === 'apiKey' ? <Trans>API key</Trans> : <Trans>Signed-in user</Trans>;
}

const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div>
    <h5 className="caps mb-3">{title}</h5>
    {children}
  </div>
);

function AnchorLink({ id }: { id: string }) {
  const { t } = useLingui();
  return (
    <a
      href={`#${id}`}
      aria-label={t`Link to ${id}`}
      className="ml-2 inline-grid size-6 place-items-center text-muted opacity-0 group-hover:opacity-100 hover:text-accent focus-visible:opacity-100"
    >
      #
    </a>
  );
}
