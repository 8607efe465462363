/** `npm run bench -- profile CASE`: where the service spends its time under one kind of request. */
import { writeFileSync } from 'node:fs';
import { caseNamed } from './cases.ts';
import { chosen, SERVICE } from './contestants.ts';
import { jobOf, startLoadProcess } from './load.ts';
import { prepare } from './prepare.ts';
import { type ProfileSummary, type Share, summarise } from './profile-summary.ts';
import { say } from './progress.ts';

const TOP = 25;
const AT_LEAST = 0.003;
/** Requests while profiling, by the number of one round. */
const FACTOR = 2;

export interface ProfileOptions {
  scale: number;
  /** A name from `contestants.ts`. */
  server?: string | undefined;
  /** Where to write the profile itself, for tools that draw it. */
  file?: string | undefined;
}

/** Profiles the main thread of a server, after a warm-up. @returns the summary as text. */
export async function profile(name: string, { scale, server = SERVICE, file }: ProfileOptions): Promise<string> {
  const measured = caseNamed(name);
  const contestant = chosen([server]).find((known) => known.name === server)!;
  say('Preparing an account with sessions …');
  const prepared = await prepare({ open: 1000, approved: 8 });
  const load = startLoadProcess();
  try {
    const running = await contestant.start(prepared);
    try {
      const requests = Math.round(measured.requests * scale * FACTOR);
      say(`Warming up with ${requests} requests …`);
      await load.send(jobOf(measured, prepared, running.port, requests), measured.status);
      say(`Profiling ${requests} requests …`);
      await running.startProfile();
      await load.send(jobOf(measured, prepared, running.port, requests), measured.status);
      const taken = await running.endProfile();
      if (file) writeFileSync(file, JSON.stringify(taken));
      return textOf(`${measured.title}, ${contestant.title}`, requests, summarise(taken));
    } finally {
      await running.stop();
    }
  } finally {
    load.stop();
    prepared.remove();
  }
}

function textOf(title: string, requests: number, { busy_ms, functions, places, native }: ProfileSummary): string {
  const perRequest = ((busy_ms / requests) * 1000).toFixed(0);
  const shown = (shares: Share[]) => shares.filter(({ share }) => share >= AT_LEAST);
  return [
    `${title}: ${requests} requests, main thread busy for ${perRequest} µs each while profiled`,
    `\nSelf time by function (first ${TOP})`,
    ...functions.slice(0, TOP).map(lineOf),
    '\nSelf time by folder or package; native work counts for who called it',
    ...shown(places).map(lineOf),
    '\nNative work by who called it',
    ...shown(native).map(lineOf),
    '',
  ].join('\n');
}

const lineOf = ({ name, share }: Share) => `${(share * 100).toFixed(1).padStart(6)} %  ${name}`;
