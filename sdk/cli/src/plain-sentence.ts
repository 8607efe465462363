import { AuthenticationError, SigillError } from '@sigill/sdk';

/** What went wrong, for people. The stack of a defect of this program is kept, because somebody has to find it. */
export function plainSentence(error: unknown): string {
  if (error instanceof AuthenticationError)
    return `The service does not accept the API key: ${error.message}. sigill doctor looks closer.`;
  if (error instanceof SigillError)
    return `${sentence(error.message)}${error.requestId ? ` (request ${error.requestId})` : ''}`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

const sentence = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
