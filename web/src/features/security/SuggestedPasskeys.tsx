import { useEffect, useState } from 'react';
import { PasskeyProblem } from './PasskeyProblem';

/** What shows that somebody is there. Whoever only opens the page is asked nothing and gets no cookie. */
const SIGNS_OF_LIFE = ['pointermove', 'pointerdown', 'keydown', 'focusin'];

/**
 * Has the browser suggest passkeys in the field with `webauthn`, where it can. Nothing of it is loaded before somebody is there, and
 * only a passkey that was chosen and did not sign in is worth a word.
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
    // Somebody was there before the page was alive.
    if (document.activeElement instanceof HTMLInputElement) begin();
    return () => {
      begun.abort();
      left.abort();
    };
  }, []);
  return <PasskeyProblem error={error} />;
}
