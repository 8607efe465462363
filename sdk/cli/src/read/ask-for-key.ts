/** Prompts for the key printed on the document. As an option it would end up in the history of the shell. */
import type { AccessKey } from '@sigill/reader';
import { UsageError } from '../command.ts';
import type { Terminal } from '../terminal.ts';
import { accessKeyOf } from './key-options.ts';

type Ask = NonNullable<Terminal['ask']>;

/** Repeats the prompt until the input can be right. Rejects when the person stops. */
export async function askForKey({ writeError }: Terminal, ask: Ask): Promise<AccessKey> {
  for (;;)
    try {
      return accessKeyOf(await answers(ask));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      writeError(`${error.message}\n`);
    }
}

async function answers(ask: Ask) {
  const can = await ask(
    'Six digits on the front of an identity card (press Enter for a passport, or if there are none): ',
  );
  if (can.trim()) return { can };
  return {
    'document-number': await ask('Document number: '),
    'date-of-birth': await ask('Date of birth, YYYY-MM-DD: '),
    'date-of-expiry': await ask('Date of expiry, YYYY-MM-DD: '),
  };
}
