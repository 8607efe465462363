import type { ContactEnd } from '../nfc/contact-ended.ts';
import words from './en.json' with { type: 'json' };
import type es from './es.json';
import type { CheckName, CheckState, PhoneKind, VerdictCode } from './texts.ts';

/**
 * The texts that English must have: every key of the Spanish texts, so that no Spanish text goes unused, and one for each value of
 * the types below.
 */
type Complete = typeof es & {
  how_to_hold: Record<PhoneKind, string[]>;
  paused: Record<ContactEnd, string>;
  marks: Record<CheckName, string>;
  mark_states: Record<CheckState, string>;
  verdicts: Record<VerdictCode, string>;
};

export const en = {
  ...(words satisfies Complete),
  welcome_title: (name: string | undefined) =>
    name ? `${name} asks you to verify your identity` : 'Please verify your identity',
  tries_left: (tries: number) => (tries === 1 ? '1 attempt left.' : `${tries} attempts left.`),
  bytes: (read: string, total: string) => `${read} of ${total} KB`,
  sheet_progress: (file: string, percent: number) => `${file}: ${percent}%. Don’t move.`,
  return_to: (name: string | undefined) => (name ? `Back to ${name}` : 'Done'),
};
