import { type AccessKey, accessKeyProblem } from '@sigill/reader';
import { UsageError } from '../command.ts';
import type { Terminal } from '../terminal.ts';

export interface KeyOptions {
  mrz?: string | undefined;
  can?: string | undefined;
  'document-number'?: string | undefined;
  'date-of-birth'?: string | undefined;
  'date-of-expiry'?: string | undefined;
}

/** How to say that the document has no expiry date. */
const NONE = 'none';

/** @throws UsageError when a part is missing, given twice, or invalid. */
export function accessKeyOf(options: KeyOptions): AccessKey {
  const { mrz, can, 'document-number': number, 'date-of-birth': birth, 'date-of-expiry': expiry } = options;
  const fields = [number, birth, expiry].filter((field) => field !== undefined).length;
  if ([mrz, can, fields || undefined].filter((key) => key !== undefined).length !== 1 || fields % 3 !== 0)
    throw new UsageError(
      'Enter what is printed on the document: --mrz, or --can, or --document-number with --date-of-birth and --date-of-expiry.',
    );
  const key: AccessKey =
    mrz !== undefined
      ? { mrz }
      : can !== undefined
        ? { can }
        : {
            document_number: number!,
            date_of_birth: shortDate('--date-of-birth', birth!),
            date_of_expiry: expiry === NONE ? '<<<<<<' : shortDate('--date-of-expiry', expiry!),
          };
  const problem = accessKeyProblem(key);
  if (problem) throw new UsageError(problem.message);
  return key;
}

/** In the form of the machine readable zone: YYMMDD. */
function shortDate(option: string, text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text.slice(2).replaceAll('-', '');
  // In the MRZ, an unknown day or month of birth is `<<`.
  if (/^\d{2}[\d<]{4}$/.test(text)) return text;
  throw new UsageError(`${option} must be YYYY-MM-DD or YYMMDD.`);
}

type Ask = NonNullable<Terminal['ask']>;

/** Prompts again until the input is plausible. Rejects when the person cancels. */
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
    'date-of-expiry': await ask('Date of expiry, YYYY-MM-DD, or none: '),
  };
}
