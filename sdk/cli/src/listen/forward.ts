/** Forwards a callback to a receiver, byte for byte as the service would send it. */
import type { CallbackMessage } from '@sigill/sdk';
import { UsageError } from '../command.ts';
import { printable } from '../terminal.ts';

const TIMEOUT_MS = 15_000;
const SHOWN_CHARACTERS = 300;

export type Delivery = { ms: number } & (
  | { status: number; text: string; location?: string }
  | { status?: never; error: string }
);

export const isDelivered = ({ status = 0 }: Delivery): boolean => status >= 200 && status < 300;

export async function forward(url: string, { headers, body }: CallbackMessage, stop: AbortSignal): Promise<Delivery> {
  const began = performance.now();
  const ms = () => Math.round(performance.now() - began);
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'Sigill-Callbacks/1', ...headers },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([stop, timeout]),
    });
    const text = printable((await response.text()).trim().slice(0, SHOWN_CHARACTERS));
    const location = response.headers.get('location');
    return { ms: ms(), status: response.status, text, ...(location && { location }) };
  } catch (error) {
    stop.throwIfAborted();
    return { ms: ms(), error: timeout.aborted ? 'timeout' : codeOf(error) };
  }
}

/** When a name has several addresses, each has its own error; the first one is reported. */
function codeOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; message?: string; errors?: { code?: string }[] } };
  return cause?.code ?? cause?.errors?.[0]?.code ?? cause?.message ?? String(error);
}

/** The address of a receiver, as `--forward` gives it: `localhost:8080/hook` is enough. */
export function receiverAddress(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address) || new URL(address).hostname === '')
    throw new UsageError(`--forward must be the address of a receiver, not ${text}.`);
  return new URL(address).href;
}
