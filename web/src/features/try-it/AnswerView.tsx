import { Trans, useLingui } from '@lingui/react/macro';
import { painted } from '../../ui/CodeBlock';
import { CopyButton } from '../../ui/CopyButton';
import { LocaleLink } from '../navigation/LocaleLink';
import type { RawAnswer } from './raw-call';

/** The rest of a body is not highlighted, so that a portrait does not slow the page down. */
const most_painted = 20_000;

export function AnswerView({ answer: { status, headers, text, body, duration_ms } }: { answer: RawAnswer }) {
  const { t } = useLingui();
  const requestId = headers.find(([name]) => name === 'x-request-id')?.[1];
  const code = status >= 400 ? codeOf(body) : undefined;
  const shown = body === undefined ? text : JSON.stringify(body, null, 2);
  return (
    <div className="space-y-4">
      <p className="flex flex-wrap items-baseline gap-x-4">
        <strong className={`font-mono text-lg font-medium ${status < 400 ? 'text-accent' : 'text-danger'}`}>
          {status}
        </strong>
        <span className="text-sm text-muted">{t`${duration_ms} ms`}</span>
        {code && (
          <LocaleLink
            to="/api-reference/errors"
            hash={`error-${code}`}
            target="_blank"
            className="link font-mono text-sm break-all"
          >
            {code}
          </LocaleLink>
        )}
      </p>
      {requestId && (
        <p className="flex flex-wrap items-center gap-x-2 text-sm">
          <Trans>Request id</Trans> <code className="font-mono break-all">{requestId}</code>
          <CopyButton text={requestId} className="-ml-2" />
        </p>
      )}
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard.
        tabIndex={0}
        aria-label={t`Response body`}
        className="max-h-112 overflow-auto rounded-md border border-hairline bg-paper p-4"
      >
        <pre className="font-mono text-xs leading-6">
          <code>{shown.length > most_painted ? shown : painted(shown)}</code>
        </pre>
      </section>
      <details className="disclosure text-sm">
        <summary>{t`Response headers`}</summary>
        <dl className="space-y-1 font-mono text-xs">
          {headers.map(([name, value]) => (
            <div key={name} className="break-all">
              <dt className="inline text-muted">{name}: </dt>
              <dd className="inline">{value}</dd>
            </div>
          ))}
        </dl>
      </details>
    </div>
  );
}

function codeOf(body: unknown): string | undefined {
  const code = typeof body === 'object' && body !== null ? Reflect.get(body, 'code') : undefined;
  return typeof code === 'string' ? code : undefined;
}
