import { AuthenticationError, SigillError } from '@sigill/sdk';

/** The error in plain words. For a bug in this program the stack is kept, so that it can be found. */
export function plainSentence(error: unknown): string {
  if (error instanceof AuthenticationError)
    return `The service does not accept the API key: ${error.message}. Run sigill doctor to find out why.`;
  if (error instanceof SigillError)
    return `${sentence(error.message)}${error.requestId ? ` (request ${error.requestId})` : ''}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
