/**
 * Builds what is out of date: `node scripts/build.ts [generate] [sdk] [cli] [face] [go] [python] [site] [finish] [testing] [emrtd]
 * [reader] [react-native] [native] [artefact] [--force]`; without names, the first eight. A step runs when its inputs have changed
 * since its last run, or when its output is missing or was changed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BuildStep, fromSource, steps } from './build-steps.ts';
import { hashOf, inputsOf, outputsOf } from './fingerprint.ts';

const root = join(import.meta.dirname, '..');
const notes = join(root, 'node_modules/.cache/sigill-build');

/** A failing step ends the process. @returns whether any step ran. */
export function build(names: string[] = fromSource, force = false): boolean {
  const due = steps.filter((step) => names.includes(step.name) && runIfDue(step, force));
  return due.length > 0;
}

function runIfDue(step: BuildStep, force: boolean): boolean {
  const note = join(notes, step.name);
  const inputs = hashOf(root, inputsOf(root, step));
  if (!force && isDone(step, inputs)) return false;
  // The inputs are hashed before the step and recorded after it, so that an edit in between makes it run again.
  rmSync(note, { force: true });
  runStep(step.title, process.execPath, [step.script, ...(step.args ?? [])]);
  mkdirSync(notes, { recursive: true });
  writeFileSync(note, stateOf(step, inputs));
  return true;
}

const isDone = (step: BuildStep, inputs = hashOf(root, inputsOf(root, step))): boolean => {
  const note = join(notes, step.name);
  return existsSync(note) && readFileSync(note, 'utf8') === stateOf(step, inputs);
};

const stateOf = (step: BuildStep, inputs: string): string => `${inputs} ${hashOf(root, outputsOf(root, step))}`;

export const rowsToBuild = (rows: string[][]): string[][] =>
  rows.filter((names) => steps.some((step) => names.includes(step.name) && !isDone(step)));

export function runStep(title: string, command: string, args: string[]): void {
  const started = performance.now();
  process.stderr.write(`\x1b[2m[sigill]\x1b[0m ${title} …\n`);
  const { status } = spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) {
    process.stderr.write(`\x1b[31m[sigill] ${title} failed.\x1b[0m\n`);
    process.exit(status ?? 1);
  }
  process.stderr.write(`\x1b[2m[sigill] ${title}: ${((performance.now() - started) / 1000).toFixed(1)} s\x1b[0m\n`);
}

if (import.meta.main) {
  const names = process.argv.slice(2).filter((argument) => argument !== '--force');
  const ran = build(names.length > 0 ? names : undefined, process.argv.includes('--force'));
  if (!ran) process.stderr.write('\x1b[2m[sigill]\x1b[0m Nothing has changed since the last build.\n');
}
