import type { Problem, ReaderSession, SessionState } from '@sigill/sdk/portal';

type Calls = {
  'reader.open': ReaderSession;
  'reader.state': { state: SessionState };
  'reader.abort': { state: SessionState };
};

/** What the service answered that is no success. */
export class Refused extends Error {
  readonly status: number;
  readonly code: Problem['code'] | undefined;

  constructor(status: number, code?: Problem['code']) {
    super(`The service answered ${status}`);
    this.status = status;
    this.code = code;
  }

  /** The token leads nowhere, and asking again will not change that. */
  get isFinal(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 408 && this.status !== 429;
  }
}

/** One of the three calls of this page. The SDK would make the page twice as heavy, for a person who loads it once. */
export async function call<Name extends keyof Calls>(
  name: Name,
  token: string,
  signal?: AbortSignal,
): Promise<Calls[Name]> {
  // biome-ignore lint/style/noRestrictedGlobals: the SDK weighs more than all the rest of the page but React.
  const response = await fetch(`/api/v1/${name}`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
    ...(signal && { signal }),
  });
  if (response.ok) return (await response.json()) as Calls[Name];
  const problem = (await response.json().catch(() => undefined)) as Problem | undefined;
  throw new Refused(response.status, problem?.code);
}
