/** Prism, an independent reader of the contract, as a proxy that checks what passes through it. */
import { startPrism } from '../../../scripts/mock/prism.ts';

/** Without --errors: violations are reported in the `sl-violations` header and the response passes. */
export const startProxy = (upstream: string) => startPrism('proxy', upstream);

interface Violation {
  location: string[];
  severity: string;
  message: string;
}

export function responseViolations(headers: Headers): string[] {
  const violations = JSON.parse(headers.get('sl-violations') ?? '[]') as Violation[];
  return violations
    .filter(({ location }) => location[0] === 'response')
    .map(({ location, message }) => `${location.join('.')} ${message}`);
}
