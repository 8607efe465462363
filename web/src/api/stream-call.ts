import { SigillError } from '@sigill/sdk';
import type { ProblemCode } from '@sigill/sdk/portal';
import { accessToken } from './client';
import { loadProblemTranslations } from './problem-translations';

/** A file that the service writes while it is taken. */
export interface StreamedFile {
  name: string;
  content: ReadableStream<Uint8Array>;
  type: string;
}

/**
 * Begins a call whose answer comes piece by piece. It is not tried again by itself: who waits for a file sees that it broke off.
 * @throws SigillError when the service refuses, or cannot be reached.
 */
export async function streamCall(operation: string, params: object, signal: AbortSignal): Promise<StreamedFile> {
  const token = await accessToken();
  // biome-ignore lint/style/noRestrictedGlobals: the SDK would hold the whole answer as one text.
  const response = await fetch(`/api/v1/${operation}`, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(params),
    signal,
  });
  if (!response.ok || !response.body) throw await refusalOf(response);
  const [, name = operation] = /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: response.body, type: response.headers.get('content-type') ?? '' };
}

async function refusalOf(response: Response): Promise<SigillError> {
  await loadProblemTranslations();
  const { status, headers } = response;
  const problem: unknown = await response.json().catch(() => undefined);
  const { error, code, request_id } = (problem ?? {}) as Record<string, unknown>;
  return new SigillError(typeof error === 'string' ? error : response.statusText, {
    status,
    headers,
    ...(typeof code === 'string' && { code: code as ProblemCode }),
    ...(typeof request_id === 'string' && { requestId: request_id }),
  });
}
