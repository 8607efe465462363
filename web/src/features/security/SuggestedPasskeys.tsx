import { useEffect, useState } from 'react';
import { PasskeyProblem } from './PasskeyProblem';

/** Events that show that someone is using the page. Just opening it makes no call and sets no cookie. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/**
 * Lets the browser suggest passkeys in the field marked `webauthn`, if it can. Nothing is loaded until someone uses the page. An
 * error is shown only if a chosen passkey did not sign in.
 */
export function SuggestedPasskeys() {
  const [error, setError] = useState<unknown>();
  useEffect(() => {
    if (typeof PublicKeyCredential === 'undefined' || !PublicKeyCredential.isConditionalMediationAvailable) return;
    const [begun, left] = [new AbortController(), new AbortController()];
    const begin = () => {
      begun.abort();
      import('./suggested-passkeys').then(
        ({ suggestPasskeys }) => suggestPasskeys(left.signal).catch(setError),
        () => {},
      );
    };
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, begin, { signal: begun.signal });
    // Someone used the page before it was hydrated.
    if (document.activeElement instanceof HTMLInputElement) begin();
    return () => {
      begun.abort();
      left.abort();
    };
  }, []);
  return <PasskeyProblem error={error} />;
}
