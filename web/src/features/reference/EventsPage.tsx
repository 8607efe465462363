import { Trans, useLingui } from '@lingui/react/macro';
import { Breakable } from '../../ui/Breakable';
import { CodeBlock } from '../../ui/CodeBlock';
import { TextLink } from '../navigation/LocaleLink';
import { type EventType, examplesOf } from './operation';
import { Properties } from './Properties';
import { Prose } from './Prose';
import { ReferencePage } from './ReferencePage';
import { commented } from './Samples';
import { Part, Section } from './Section';

export function EventsPage({ events }: { events: EventType[] }) {
  const { t } = useLingui();
  const names = events.map(({ type }) => type).join(', ');
  return (
    <ReferencePage
      path="/api-reference/events"
      title={t`Events`}
      description={t`Every event type with when it is sent, its payload and an example: ${names}.`}
      lead={
        <Trans>
          What your receiver gets: the types of event, when each is sent, and its payload. No event contains identity
          data.
        </Trans>
      }
    >
      <p className="mt-6 measure">
        <Trans>
          The{' '}
          <TextLink to="/integration-guide" hash="callbacks">
            integration guide
          </TextLink>{' '}
          shows how to receive an event and check its signature. The{' '}
          <TextLink to="/api-reference/headers" hash="callback-headers">
            headers
          </TextLink>{' '}
          are the same for every type.
        </Trans>{' '}
        <Trans>New types may be added, so respond with 2xx to a type that you do not know.</Trans>
      </p>
      <ul className="code-columns mt-8">
        {events.map(({ type }) => (
          <li key={type}>
            <a href={`#${type}`}>{type}</a>
          </li>
        ))}
      </ul>
      <div className="mt-8">
        {events.map((event) => (
          <EventEntry key={event.type} event={event} />
        ))}
      </div>
    </ReferencePage>
  );
}

function EventEntry({ event: { type, summary, description, request, sent_to } }: { event: EventType }) {
  const { t } = useLingui();
  return (
    <Section
      id={type}
      title={
        <span translate="no" className="font-mono wrap-anywhere">
          <Breakable code={type} />
        </span>
      }
      subtitle={
        <>
          <p lang="en" className="mt-1">
            {summary}
          </p>
          <p data-search="skip" className="mt-1 text-sm text-muted">
            <SentTo places={sent_to} />
          </p>
        </>
      }
      aside={
        <div className="min-w-0 xl:sticky xl:top-24 xl:self-start">
          <CodeBlock
            className="max-h-128"
            label={t`Example`}
            tabs={[{ label: t`Example`, code: examplesOf(request).map(commented).join('\n\n') }]}
          />
        </div>
      }
    >
      <Prose text={description} />
      <Part title={t`Payload`}>
        <Properties schema={request.schema} direction="response" />
      </Part>
    </Section>
  );
}

function SentTo({ places }: { places: EventType['sent_to'] }) {
  if (places.length > 1) return <Trans>Sent to the callback_url of the session, and to your endpoints</Trans>;
  return places[0] === 'endpoints' ? (
    <Trans>Sent to your endpoints</Trans>
  ) : (
    <Trans>Sent to the callback_url of the session</Trans>
  );
}
