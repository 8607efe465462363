import { connectPcsc, type PcscConnection, type Waiting } from '@sigill/reader/pcsc';
import type { Terminal } from '../terminal.ts';
import { line } from './lines.ts';

export interface Place {
  reader: string | undefined;
  timeout_ms: number;
}

export async function contactDocument(terminal: Terminal, place: Place): Promise<PcscConnection> {
  const connection = await connectPcsc({
    ...place,
    signal: terminal.stop,
    onWaiting: (waiting) => terminal.write(line('waiting', waitingText(waiting))),
  });
  terminal.write(line('reader', connection.reader));
  return connection;
}

function waitingText(waiting: Waiting): string {
  switch (waiting.for) {
    case 'READER':
      return 'for a contactless reader: plug it in';
    case 'CARD':
      return 'for the document: place it flat on the reader, cover closed, and leave it there';
    case 'OTHER_PROGRAM':
      return `for another program that is using the card on ${waiting.reader}`;
    default:
      return waiting satisfies never;
  }
}
