import { Trans, useLingui } from '@lingui/react/macro';
import { userRoles } from '../../content/roles.gen';
import { LocaleLink } from '../navigation/LocaleLink';
import { failuresOf, headersOf, type Operation, schemaOfHeaders, successOf } from './operation';
import { Disclosure, Properties } from './Properties';
import { Prose } from './Prose';
import { Samples } from './Samples';
import { Part, Section } from './Section';

type Props = {
  operation: Operation;
  /** An earlier call whose section already describes the same response. */
  earlier: string | undefined;
};

export function OperationSection({ operation, earlier }: Props) {
  const { t } = useLingui();
  const success = successOf(operation);
  const headers = headersOf(operation);
  return (
    <Section
      id={operation.operationId}
      title={<span lang="en">{operation.summary}</span>}
      subtitle={
        <>
          <p data-search="skip" className="mt-1 font-mono text-sm break-all">
            <span className="text-muted">POST</span> {operation.path}
          </p>
          <p data-search="skip" className="mt-1 text-sm text-muted">
            <Credentials security={operation.security} />
          </p>
          {operation['x-roles'] && operation['x-roles'].length < userRoles.length && (
            <p data-search="skip" className="mt-1 text-sm text-muted">
              <Trans>Roles:</Trans>{' '}
              <LocaleLink to="/api-guide" hash="roles" className="link">
                <span lang="en">{operation['x-roles'].join(', ')}</span>
              </LocaleLink>
            </p>
          )}
          <DeprecationNote operation={operation} />
        </>
      }
      aside={<Samples operation={operation} />}
    >
      <Prose text={operation.description} />
      {headers.length > 0 && (
        <Part title={t`Headers`}>
          <Properties schema={schemaOfHeaders(headers)} direction="request" />
        </Part>
      )}
      <Part title={t`Request`}>
        <Properties schema={operation.request.schema} direction="request" />
      </Part>
      {success?.schema && (
        <Part title={t`Response`}>
          <p lang="en" className="text-sm">
            {success.description}
          </p>
          {earlier ? (
            <p className="mt-1 text-sm">
              <Trans>
                Same properties as{' '}
                <a href={`#${earlier}`} className="link font-mono">
                  {earlier}
                </a>
                .
              </Trans>
            </p>
          ) : (
            <Disclosure summary={t`Response properties`}>
              <Properties schema={success.schema} direction="response" />
            </Disclosure>
          )}
        </Part>
      )}
      <Part title={t`Errors`}>
        <Failures operation={operation} />
      </Part>
    </Section>
  );
}

function Failures({ operation }: { operation: Operation }) {
  const statuses = Map.groupBy(failuresOf(operation), ({ status }) => status);
  return (
    <Disclosure summary={<Trans>Error codes of this call</Trans>}>
      <dl className="divide-y divide-hairline border-y border-hairline font-mono text-sm">
        {[...statuses].map(([status, failures]) => (
          <div key={status} className="flex gap-6 py-2">
            <dt>{status}</dt>
            <dd className="code-links">
              {failures.map(({ code }) => (
                <LocaleLink key={code} to="/api-reference/errors" hash={`error-${code}`}>
                  {code}
                </LocaleLink>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  );
}

function Credentials({ security }: { security: Operation['security'] }) {
  if (security.length === 0) return <Trans>Public, no credentials needed</Trans>;
  if (security.length > 1) return <Trans>API key, or a signed-in user</Trans>;
  return security[0] === 'apiKey' ? <Trans>API key</Trans> : <Trans>Signed-in user</Trans>;
}

export function DeprecationNote({ operation }: { operation: Operation }) {
  const { i18n } = useLingui();
  const { deprecated, 'x-deprecated-since': since, 'x-sunset': sunset } = operation;
  if (!deprecated || !since || !sunset) return null;
  const day = (date: string) => i18n.date(`${date}T00:00:00Z`, { dateStyle: 'long', timeZone: 'UTC' });
  return (
    <p className="mt-3 rounded-md border-l-4 border-warning bg-warning-wash px-4 py-3 text-sm">
      <Trans>
        Deprecated since {day(since)}. It will work until at least {day(sunset)}.
      </Trans>
    </p>
  );
}
