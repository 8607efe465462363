/** Writes sessions to a file while they are being read. */
import type { SessionListItem } from '../../generated/operations.gen.ts';
import { Streamed } from '../../http/body/streamed.ts';
import { LISTED } from './session-list.repository.ts';

/** Spreadsheets recognize UTF-8 by it. */
const BYTE_ORDER_MARK = '\ufeff';

export const csvHeading = `${BYTE_ORDER_MARK}${LISTED.join(',')}\r\n`;

export const csvLine = (session: SessionListItem): string =>
  `${LISTED.map((column) => cell(session[column])).join(',')}\r\n`;

/** Spreadsheets interpret cells that begin like this as formulas and run them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;

function cell(value: string | number | boolean | undefined): string {
  if (typeof value !== 'string') return value === undefined ? '' : String(value);
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

interface Form {
  content_type: string;
  begin: string;
  line(session: SessionListItem, isFirst: boolean): string;
  end: string;
}

const FORMS = {
  csv: { content_type: 'text/csv', begin: csvHeading, line: csvLine, end: '' },
  json: {
    content_type: 'application/json',
    begin: '{"sessions":[',
    line: (session, isFirst) => `${isFirst ? '' : ','}\n${JSON.stringify(session)}`,
    end: '\n]}\n',
  },
} satisfies Record<string, Form>;

export type FileFormat = keyof typeof FORMS;

export function sessionFile(
  format: FileFormat,
  { day, pages, ended }: { day: string; pages: AsyncIterable<SessionListItem[]>; ended: () => void },
): Streamed {
  const { content_type } = FORMS[format];
  const file_name = `sessions-${day}.${format}`;
  return new Streamed({ content_type, file_name, parts: partsOf(FORMS[format], pages), ended });
}

/** Chunks of about this size are worth a separate write. */
const PART = 16_384;

async function* partsOf({ begin, line, end }: Form, pages: AsyncIterable<SessionListItem[]>): AsyncGenerator<string> {
  yield begin;
  let isFirst = true;
  let text = '';
  for await (const sessions of pages) {
    for (const session of sessions) {
      text += line(session, isFirst);
      isFirst = false;
    }
    if (text.length < PART) continue;
    yield text;
    text = '';
  }
  if (text + end) yield text + end;
}
