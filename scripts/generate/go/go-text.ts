import { wrapWords } from '../../../server/core/wrap-words.ts';

/** Words that Go writes in capitals: `UserIP`, not `UserIp`. */
const INITIALISMS = new Set(['bac', 'can', 'csca', 'id', 'ip', 'mrz', 'nfc', 'pace', 'sod', 'url', 'vat']);

/** `open_url` is `OpenURL`, `session.state_changed` is `SessionStateChanged`, `DG11` is `DG11`. */
export const goName = (name: string): string => {
  const words = /^[A-Z0-9_]+$/.test(name) ? name.toLowerCase() : name.replace(/(?<=[a-z])(?=[A-Z])/g, '_');
  return words
    .split(/[^A-Za-z0-9]+/)
    .map((word) =>
      INITIALISMS.has(word.toLowerCase()) || /^dg\d+$/.test(word)
        ? word.toUpperCase()
        : word.slice(0, 1).toUpperCase() + word.slice(1),
    )
    .join('');
};

const WIDTH = 100;

export function comment(parts: (string | undefined)[], indent = ''): string {
  const paragraphs = parts.filter((part) => part !== undefined && part !== '').map((part) => wrapped(part!, indent));
  return paragraphs.map((lines) => lines.map((line) => `${indent}// ${line}\n`).join('')).join(`${indent}//\n`);
}

const wrapped = (text: string, indent: string): string[] =>
  wrapWords(text.trim().replaceAll(/\s+/g, ' '), (line) => `${indent}// ${line}`.length <= WIDTH);

export interface Row {
  description?: string | undefined;
  cells: string[];
}

/** gofmt aligns the columns of rows that no comment separates. */
export function block(rows: Row[]): string {
  const groups: Row[][] = [];
  for (const row of rows) {
    if (row.description || groups.length === 0) groups.push([row]);
    else groups.at(-1)!.push(row);
  }
  return groups
    .map((group) => {
      const widths = group[0]!.cells.map((_, column) => Math.max(...group.map(({ cells }) => cells[column]!.length)));
      const lines = group.map(({ cells }) => cells.map((cell, column) => cell.padEnd(widths[column]!)).join(' '));
      return comment([group[0]!.description], '\t') + lines.map((line) => `\t${line.trimEnd()}\n`).join('');
    })
    .join('');
}
