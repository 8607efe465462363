import { useEffect, useState } from 'react';
import { PasskeyProblem } from './PasskeyProblem';

/** Signs that someone is using the page. Merely opening it triggers no request and sets no cookie. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/**
 * Has the browser suggest passkeys in the field marked `webauthn`, if it can. Nothing is loaded for it before someone uses the page, and
 * the only error shown is that of a chosen passkey that did not sign in.
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
    // The page was already in use before it was hydrated.
    if (document.activeElement instanceof HTMLInputElement) begin();
    return () => {
      begun.abort();
      left.abort();
    };
  }, []);
  return <PasskeyProblem error={error} />;
}
