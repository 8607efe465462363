/** The text of the iOS sheet while the chip is read, since the sheet hides most of the app. */
import type { SessionStep } from '@sigill/reader';
import { fileText, type Texts } from '../texts/texts.ts';

/** Progress in steps that a person can follow: iOS is slow to show a new text. */
const STEPS = 10;

export function sheetText(step: SessionStep, texts: Texts): string | undefined {
  switch (step.step) {
    case 'ACCESSED':
      return texts.opened;
    case 'READING':
      return texts.sheet_progress(
        fileText(texts, step.file),
        Math.floor((step.read / Math.max(step.total, 1)) * STEPS) * STEPS,
      );
    case 'READ':
      return texts.proving;
    case 'LOST':
      return texts.hold_again;
    case 'SUBMITTING':
      return texts.take_away;
    default:
      return undefined;
  }
}
