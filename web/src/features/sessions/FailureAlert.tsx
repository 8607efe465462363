import { useLingui } from '@lingui/react/macro';
import type { FailureCode, ReaderFailCause, SessionFailure } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { Alert } from '../../ui/Alert';
import { LocaleLink } from '../navigation/LocaleLink';
import { failCauseTexts } from './fail-cause-texts.gen';
import { failureTexts } from './failure-texts.gen';

type Failure = Pick<SessionFailure, 'message' | 'retryable'> & { code: string; cause?: string };

type Props = { state: string; failure: Failure; next?: ReactNode };

export function FailureAlert({ state, failure, next }: Props) {
  const { t, i18n } = useLingui();
  const { code, cause, message, retryable } = failure;
  const text: (typeof failureTexts)[FailureCode] | undefined = failureTexts[code as FailureCode];
  const causeText: (typeof failCauseTexts)[ReaderFailCause] | undefined = failCauseTexts[cause as ReaderFailCause];
  return (
    <Alert tone={state === 'REJECTED' ? 'danger' : 'warning'} title={text ? i18n._(text) : message}>
      {causeText && <p className="text-sm">{i18n._(causeText)}</p>}
      <code className="font-mono text-sm">
        {text ? (
          <LocaleLink to="/failure-guide" hash={code} className="link inline-flex min-h-6 items-center">
            {code}
          </LocaleLink>
        ) : (
          code
        )}
        {cause && ` · ${cause}`}
      </code>
      {retryable && <p className="text-sm">{t`A new session with the same document may succeed.`}</p>}
      {next}
    </Alert>
  );
}
