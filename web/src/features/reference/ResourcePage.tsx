import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { EventSection } from './EventSection';
import { OperationSection } from './OperationSection';
import { describedEarlier } from './operation';
import { inline } from './Prose';
import { ReferencePage } from './ReferencePage';
import type { Resource } from './reference';

/** The calls of one resource: what each one does, its parameters and response, and its code samples. */
export function ResourcePage({ resource }: { resource: Resource }) {
  const { t } = useLingui();
  const { slug, name, description, events, operations } = resource;
  const earlier = useMemo(() => describedEarlier(resource), [resource]);
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
    </ReferencePage>
  );
}
