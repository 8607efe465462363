import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Breakable } from '../../ui/Breakable';
import { LocaleLink, TextLink } from '../navigation/LocaleLink';
import { failureTexts } from '../sessions/failure-texts.gen';
import { causes, isRepeatable, remedies } from './error-words';
import { Disclosure } from './Properties';
import { ReferencePage } from './ReferencePage';
import { type ErrorCodes, placeOf } from './reference';
import { AnchorLink } from './Section';

export function ErrorsPage({ errors: { codes, failures } }: { errors: ErrorCodes }) {
  const { t, i18n } = useLingui();
  return (
    <ReferencePage
      path="/api-reference/errors"
      title={t`Errors`}
      description={t`Every API error code with its cause and fix, and every reason why a session fails.`}
      lead={
        <Trans>
          A failed call returns a code. Its cause and fix are listed here. A failed session has a code in{' '}
          <code className="font-mono">failure</code>.
        </Trans>
      }
    >
      <h2 id="errors" className="display mt-14 mb-6 scroll-mt-24 text-2xl">{t`API errors`}</h2>
      <div className="border-b border-hairline">
        {codes.map((error) => (
          <CodeEntry key={error.code} {...error} />
        ))}
      </div>
      <h2 id="failures" className="display mt-16 mb-2 scroll-mt-24 text-2xl">{t`Why a session fails`}</h2>
      <p className="mb-6 measure text-muted">
        <Trans>
          FAILED: no document was read. REJECTED: a document was read, but it did not pass a check. Neither is billed.
        </Trans>{' '}
        <Trans>
          For each reason, the <TextLink to="/failure-guide">failure guide</TextLink> says what the person can do, what
          you should do, and whether retrying helps.
        </Trans>
      </p>
      <div className="border-b border-hairline">
        {failures.map(({ code, state }) => (
          <div
            key={code}
            id={`failure-${code}`}
            className="grid scroll-mt-24 gap-x-8 border-t border-hairline py-3 target:bg-accent-wash sm:grid-cols-[6rem_1fr]"
          >
            <p className="font-mono text-sm leading-7 text-muted">{state}</p>
            <div className="min-w-0 measure">
              <h3 className="font-mono wrap-anywhere">
                <LocaleLink to="/failure-guide" hash={code} data-leads-on className="hover:text-accent">
                  <Breakable code={code} />
                </LocaleLink>
              </h3>
              <p>{i18n._(failureTexts[code])}</p>
            </div>
          </div>
        ))}
      </div>
    </ReferencePage>
  );
}

/** Longer lists of calls are collapsed, because some errors can be returned by half of all calls. */
const FEW = 8;

function Calls({ calls }: { calls: string[] }) {
  const count = calls.length;
  const links = (
    <span className="code-links">
      {calls.map((call) => (
        <LocaleLink key={call} {...placeOf(call)}>
          {call}
        </LocaleLink>
      ))}
    </span>
  );
  return count > FEW ? <Disclosure summary={<Trans>{count} calls</Trans>}>{links}</Disclosure> : links;
}

function CodeEntry({ code, status, error, calls }: ErrorCodes['codes'][number]) {
  const { t, i18n } = useLingui();
  const id = `error-${code}`;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 gap-x-8 border-t border-hairline py-4 target:bg-accent-wash sm:grid-cols-[6rem_1fr]"
    >
      <p className="font-mono text-sm leading-7 text-muted">{status}</p>
      <div className="min-w-0 measure space-y-1">
        <h3 id={`${id}-title`} className="font-mono wrap-anywhere">
          <Breakable code={code} />
          <AnchorLink id={id} name={code} />
        </h3>
        <p>{i18n._(causes[code])}</p>
        <dl className="space-y-0.5 text-sm">
          <Line title={t`Fix`}>
            {i18n._(remedies[code])}{' '}
            {isRepeatable(code) && <span className="text-muted">{t`The same call may succeed later.`}</span>}
          </Line>
          {error && (
            <Line title={t`Example`}>
              <span lang="en" className="text-muted">
                {error}
              </span>
            </Line>
          )}
          {calls.length > 0 && (
            <Line title={t`Calls`}>
              <Calls calls={calls} />
            </Line>
          )}
        </dl>
      </div>
    </section>
  );
}

const Line = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="items-baseline gap-3 sm:flex">
    <dt className="caps w-20 shrink-0 leading-6">{title}</dt>
    <dd className="min-w-0">{children}</dd>
  </div>
);
