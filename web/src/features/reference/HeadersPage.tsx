import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { TextLink } from '../navigation/LocaleLink';
import type { Header } from './operation';
import { useBounds } from './Properties';
import { Prose } from './Prose';
import { ReferencePage } from './ReferencePage';
import type { HeaderLists } from './reference';
import { AnchorLink } from './Section';

export function HeadersPage({ headers }: { headers: HeaderLists }) {
  const { t } = useLingui();
  return (
    <ReferencePage
      path="/api-reference/headers"
      title={t`Headers`}
      description={t`The headers of requests, responses and callbacks: Idempotency-Key, X-Request-Id, RateLimit, Retry-After, webhook-signature.`}
      lead={
        <Trans>
          Headers that you send with a call, that come with its response, and that prove where a callback is from.
        </Trans>
      }
    >
      <HeaderGroup id="request" title={t`Request headers`} headers={headers}>
        <Trans>
          In addition to <code className="font-mono">Authorization</code> and{' '}
          <code className="font-mono">Content-Type</code>. The API guide explains how a key{' '}
          <TextLink to="/api-guide" hash="idempotency">
            makes an effect happen once
          </TextLink>
          .
        </Trans>
      </HeaderGroup>
      <HeaderGroup id="response" title={t`Response headers`} headers={headers}>
        <Trans>
          The API guide explains what counts against{' '}
          <TextLink to="/api-guide" hash="rate-limits">
            the limits
          </TextLink>{' '}
          and when to{' '}
          <TextLink to="/api-guide" hash="retries">
            retry
          </TextLink>
          .
        </Trans>
      </HeaderGroup>
      <HeaderGroup id="callback" title={t`Callback headers`} headers={headers}>
        <Trans>
          They follow Standard Webhooks. The SDK checks them:{' '}
          <TextLink to="/integration-guide" hash="callbacks">
            receive a callback
          </TextLink>
          .
        </Trans>
      </HeaderGroup>
    </ReferencePage>
  );
}

type GroupProps = { id: keyof HeaderLists; title: ReactNode; headers: HeaderLists; children: ReactNode };

function HeaderGroup({ id, title, headers, children }: GroupProps) {
  return (
    <section aria-labelledby={`${id}-headers`} className="mt-14">
      <h2 id={`${id}-headers`} className="display scroll-mt-24 text-2xl">
        {title}
      </h2>
      <p className="mt-2 mb-6 measure text-muted">{children}</p>
      <div className="border-b border-hairline">
        {headers[id].map((header) => (
          <HeaderEntry key={header.name} header={header} isSent={id === 'request'} />
        ))}
      </div>
    </section>
  );
}

function HeaderEntry({ header, isSent }: { header: Header; isSent: boolean }) {
  const { name, description, required, schema, example } = header;
  const bounds = useBounds(schema);
  const id = name.toLowerCase();
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-24 space-y-1 border-t border-hairline py-4 target:bg-accent-wash"
    >
      <h3 id={`${id}-title`} className="flex flex-wrap items-baseline gap-x-3 font-mono">
        {name}
        <span translate="no" data-search="skip" className="caps">
          {bounds.type}
        </span>
        <span data-search="skip" className="font-sans text-xs text-muted">
          {!required && <Trans>optional</Trans>}
          {required && (isSent ? <Trans>for calls that require it</Trans> : <Trans>always</Trans>)}
        </span>
        <AnchorLink id={id} name={name} />
      </h3>
      <Prose text={description} className="measure" />
      <p className="font-mono text-sm break-all text-muted">
        {name}: {String(example)}
      </p>
    </section>
  );
}
