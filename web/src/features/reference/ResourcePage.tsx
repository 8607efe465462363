import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { CodeBlock } from '../../ui/CodeBlock';
import { TextLink } from '../navigation/LocaleLink';
import { OperationSection } from './OperationSection';
import { describedAbove, describedEarlier, type Event, examplesOf, schemaOfHeaders } from './operation';
import { DescribedAbove, Properties } from './Properties';
import { inline, Prose } from './Prose';
import { ReferencePage } from './ReferencePage';
import type { Resource } from './reference';
import { commented } from './Samples';
import { Part, Section } from './Section';

export function ResourcePage({ resource }: { resource: Resource }) {
  const { t } = useLingui();
  const { slug, name, description, events, operations } = resource;
  const earlier = useMemo(() => describedEarlier(resource), [resource]);
  const above = useMemo(() => describedAbove(resource), [resource]);
  const calls = operations
    .slice(0, 6)
    .map(({ operationId }) => operationId)
    .join(', ');
  return (
    <ReferencePage
      path={`/api-reference/${slug}`}
      title={name}
      tab={t`${name}: API reference`}
      description={t`API calls with their properties, examples and errors: ${calls}.`}
      lead={<span lang="en">{inline(description)}</span>}
    >
      <DescribedAbove value={above}>
        <div className="mt-10">
          {events.map((event) => (
            <EventSection key={event.operationId} event={event} />
          ))}
          {operations.map((operation) => (
            <OperationSection
              key={operation.operationId}
              operation={operation}
              earlier={earlier.get(operation.operationId)}
            />
          ))}
        </div>
      </DescribedAbove>
    </ReferencePage>
  );
}

function EventSection({ event }: { event: Event }) {
  const { t } = useLingui();
  const { operationId, summary, description, parameters, request, responses } = event;
  const examples = examplesOf(request);
  const headers = parameters.map(({ name, example }) => `${name}: ${example}`).join('\n');
  return (
    <Section
      id={operationId}
      title={<span lang="en">{summary}</span>}
      subtitle={
        <p data-search="skip" className="mt-1 font-mono text-sm break-all">
          <span className="text-muted">POST</span> callback_url
        </p>
      }
      aside={
        <div className="flex min-w-0 flex-col gap-4 xl:sticky xl:top-24 xl:self-start">
          <CodeBlock label={t`Headers`} tabs={[{ label: t`Headers`, code: headers }]} />
          <CodeBlock
            className="max-h-128"
            label={t`Body`}
            tabs={[{ label: t`Body`, code: examples.map(commented).join('\n\n') }]}
          />
        </div>
      }
    >
      <Prose text={description} />
      <p>
        <Trans>
          Receivers for Express, Fastify and Next.js are in the{' '}
          <TextLink to="/integration-guide" hash="callbacks">
            integration guide
          </TextLink>
          .
        </Trans>
      </p>
      <Part title={t`Headers`}>
        <Properties schema={schemaOfHeaders(parameters)} direction="response" />
      </Part>
      <Part title={t`Body`}>
        <Properties schema={request.schema} direction="response" />
      </Part>
      <Part title={t`Your response`}>
        <dl className="divide-y divide-hairline border-y border-hairline text-sm">
          {responses.map(({ status, description }) => (
            <div key={status} className="flex gap-6 py-2">
              <dt className="font-mono">{status}</dt>
              <dd lang="en">{description}</dd>
            </div>
          ))}
        </dl>
      </Part>
    </Section>
  );
}
