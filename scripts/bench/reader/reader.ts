/**
 * `npm run bench -- reader`: what reading a chip takes. Commands and bytes do not depend on the machine: they are what a real chip, which
 * takes its time for each command, is asked. Then whole sessions, and who is waited for in them.
 */
import { specimenBundle } from '../../../server/specimen/specimens.ts';
import { machine } from '../machine.ts';
import { columns, verdict } from '../report.ts';
import { type Counted, countCommands, countPortrait } from './count-commands.ts';
import { DOCUMENTS, READINGS } from './documents.ts';
import { type SessionTimes, timeSession } from './time-session.ts';

/** Of a portrait of this size, with extended lengths. */
const GOAL = { portrait_bytes: 15_000, commands: 12 };
/** A chip that takes as long for a command as those of passports commonly do. */
const CHIP_MS = 20;

export async function reader(): Promise<string> {
  const at = new Date();
  const counted: Counted[] = [];
  for (const document of DOCUMENTS)
    for (const extended_length of [true, false])
      counted.push(await countCommands(document, specimenBundle(document.specimen, at), extended_length));
  const portraits = await Promise.all(
    READINGS.map(async (reading) => ({ ...reading, ...(await countPortrait(GOAL.portrait_bytes, reading)) })),
  );
  const times: SessionTimes[] = await timeSession(DOCUMENTS, CHIP_MS);
  return [
    machine(),
    'Commands to the chip, and bytes of commands and answers, by document\n',
    countedTable(counted),
    `A portrait of ${GOAL.portrait_bytes} bytes\n`,
    portraitTable(portraits),
    `A session with a chip that takes ${CHIP_MS} ms for a command, in ms\n`,
    timesTable(times),
  ].join('\n');
}

const lengthsOf = (extended: boolean) => (extended ? 'extended' : 'short');

function countedTable(counted: readonly Counted[]): string {
  const files = [...new Set(counted.flatMap(({ files }) => files.map(({ file }) => file)))];
  const head = ['document', 'access', 'lengths', 'commands', 'bytes', 'opening', ...files];
  const rows = counted.map(({ document, access, extended_length, files: read, opening, total }) => [
    document,
    access,
    lengthsOf(extended_length),
    String(total.commands),
    String(total.bytes),
    String(opening.commands),
    ...files.map((name) => {
      const found = read.find(({ file }) => file === name);
      return found ? `${found.commands} (${found.size} B)` : '';
    }),
  ]);
  return columns([head, ...rows], 3);
}

function portraitTable(
  portraits: readonly (Omit<(typeof READINGS)[number], never> & { commands: number; bytes: number })[],
) {
  const rows = portraits.map(({ access, extended_length, commands, bytes }) => [
    access,
    lengthsOf(extended_length),
    String(commands),
    String(bytes),
    extended_length ? verdict(GOAL.commands, commands <= GOAL.commands) : '',
  ]);
  return columns([['access', 'lengths', 'commands', 'bytes', 'goal'], ...rows]);
}

function timesTable(times: readonly SessionTimes[]): string {
  const share = (part: number, whole: number) => `${Math.round(part)} (${Math.round((100 * part) / whole)} %)`;
  const rows = times.map(({ document, state, total_ms, chip_ms, server_ms }) => [
    document,
    state,
    String(Math.round(total_ms)),
    share(chip_ms, total_ms),
    share(total_ms - chip_ms - server_ms, total_ms),
    share(server_ms, total_ms),
  ]);
  return columns([['document', 'ended', 'total', 'chip', 'reader', 'server'], ...rows]);
}
