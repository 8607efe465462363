import { Trans, useLingui } from '@lingui/react/macro';
import type { FailureCode } from '@sigill/sdk/portal';
import { Alert } from '../../ui/Alert';
import { LocaleLink } from '../navigation/LocaleLink';
import { failureTexts } from './failure-texts.gen';

type Props = { state: string; failure: { code: string; message: string; retryable: boolean } };

/** Says why a session ended, with the code that the backend gets, which leads to what to do about it. */
export function FailureAlert({ state, failure: { code, message, retryable } }: Props) {
  const { i18n } = useLingui();
  const text: (typeof failureTexts)[FailureCode] | undefined = failureTexts[code as FailureCode];
  return (
    <Alert tone={state === 'REJECTED' ? 'danger' : 'warning'} title={text ? i18n._(text) : message}>
      <code className="font-mono text-sm">
        {text ? (
          <LocaleLink to="/failure-guide" hash={code} className="link inline-flex min-h-6 items-center">
            {code}
          </LocaleLink>
        ) : (
          code
        )}
      </code>
      {retryable && (
        <p className="text-sm">
          <Trans>A new session with the same document may succeed.</Trans>
        </p>
      )}
    </Alert>
  );
}
