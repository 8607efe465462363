/** Runs in its own thread: draws one document at a time. */
import { billPdf, fileNameOf } from '../billing/document/bill-document.ts';
import { creditNoteFileName, creditNotePdf } from '../billing/document/credit-note-document.ts';
import { replyToRequests } from '../core/thread-pool.ts';
import { sessionFileName, sessionPdf } from '../sessions/document/session-document.ts';
import type { Drawing, Drawn } from './document-drawer.ts';

replyToRequests(draw);

async function draw(drawing: Drawing): Promise<Drawn> {
  switch (drawing.kind) {
    case 'bill':
      return { pdf: await billPdf(drawing.bill, drawing.locale), file_name: fileNameOf(drawing.bill) };
    case 'credit_note': {
      const { note, bill, locale } = drawing;
      return { pdf: await creditNotePdf(note, bill, locale), file_name: creditNoteFileName(note) };
    }
    case 'session':
      return { pdf: await sessionPdf(drawing), file_name: sessionFileName(drawing) };
    default:
      return drawing satisfies never;
  }
}
