import { UsageError } from '../command.ts';

/** The address of a receiver, as `--forward` gives it: `localhost:8080/hook` is enough. */
export function receiverAddress(text: string): string {
  const address = /^https?:\/\//.test(text) ? text : `http://${text}`;
  if (!URL.canParse(address) || new URL(address).hostname === '')
    throw new UsageError(`--forward must be the address of a receiver, not ${text}.`);
  return new URL(address).href;
}
