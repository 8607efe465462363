import { coloured, type Terminal } from '../terminal.ts';

export interface Finding {
  result: 'ok' | 'warn' | 'fail';
  about: string;
  text: string;
  remedy?: string;
}

export const ok = (about: string, text: string): Finding => ({ result: 'ok', about, text });
export const warn = (about: string, text: string, remedy: string): Finding => ({ result: 'warn', about, text, remedy });
export const fail = (about: string, text: string, remedy: string): Finding => ({ result: 'fail', about, text, remedy });

const COLOURS = { ok: 'green', warn: 'yellow', fail: 'red' } as const;
const INDENT = ' '.repeat(20);

export const lineOf = (terminal: Terminal, { result, about, text, remedy }: Finding): string =>
  [
    `${coloured(terminal, COLOURS[result], result.padEnd(6))}${about.padEnd(14)}${text}`,
    ...(remedy ? [`${INDENT}${remedy}`] : []),
  ].join('\n');
