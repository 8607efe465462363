import type { OpenChip, SessionStep } from '@sigill/reader';
import type { Terminal } from '../terminal.ts';

export const line = (word: string, text = ''): string => `${`${word.padEnd(11)} ${text}`.trimEnd()}\n`;

export function showProgress({ write, isInteractive }: Terminal, file: string, read: number, total: number): void {
  const text = `${'reading'.padEnd(11)} ${file.padEnd(4)} ${read} of ${total} bytes`;
  if (isInteractive) write(`\r${text}\x1b[K${read === total ? '\n' : ''}`);
  else if (read === total) write(`${text}\n`);
}

/** Undefined for steps that are shown in another way, or not at all. */
export function stepText(step: SessionStep): string | undefined {
  switch (step.step) {
    case 'OPENED':
      return `session is ${step.state}, face verification ${step.face_verification ? 'on' : 'off'}`;
    case 'STARTED':
      return '';
    case 'ACCESSED':
      return accessText(step.access);
    case 'CHALLENGED':
      return `until ${step.expires}`;
    case 'ANSWERED':
      return `Active Authentication: ${step.active_authentication}`;
    case 'PROBED':
      return `Chip Authentication: ${step.protocol}`;
    case 'SUBMITTING':
      return `${step.bytes} bytes`;
    case 'LOST':
      return 'place the document on the reader again; reading continues where it stopped';
    case 'WAITING':
    case 'READING':
    case 'READ':
    case 'ACCESS_DENIED':
    case 'ENDED':
      return undefined;
    default:
      return step satisfies never;
  }
}

export const accessText = ({ protocol, mapping, cipher, key }: OpenChip['access']): string =>
  `${[protocol, mapping].filter(Boolean).join('-')} with the ${key}, ${cipher}`;
