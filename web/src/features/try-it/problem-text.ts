import { useLingui } from '@lingui/react/macro';
import type { BodyProblem } from './check-body';

/** Returns a function that describes a problem with a body in the language of the page. */
export function useProblemText(): (problem: BodyProblem) => string {
  const { t } = useLingui();
  return ({ path, kind, expected = '' }) => {
    const name = path || t`The body`;
    switch (kind) {
      case 'json':
        return t`This is not valid JSON.`;
      case 'missing':
        return t`${name} is missing.`;
      case 'unknown':
        return t`${name} is not a property of this call.`;
      case 'type':
        return t`${name} must be of type ${expected}.`;
      case 'value':
        return expected ? t`${name} must be: ${expected}.` : t`${name} has the wrong format.`;
      case 'short':
        return t`${name} is too short: at least ${expected}.`;
      case 'long':
        return t`${name} is too long: at most ${expected}.`;
      case 'low':
        return t`${name} is too small: at least ${expected}.`;
      case 'high':
        return t`${name} is too large: at most ${expected}.`;
      default:
        return kind satisfies never;
    }
  };
}
