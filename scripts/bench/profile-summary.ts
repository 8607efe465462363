/** A CPU profile summed by function, and by the package or folder of the project that its code lies in. */

import type { Profiler } from 'node:inspector/promises';
import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './paths.ts';

/** Shares are of the time in which the thread was not idle. */
export interface ProfileSummary {
  busy_ms: number;
  functions: Share[];
  places: Share[];
  /** Work of Node and of native modules, by the place that called it. */
  native: Share[];
}

export interface Share {
  name: string;
  ms: number;
  share: number;
}

const IDLE = '(idle)';
/** Beginning and ending the profile itself. */
const PROFILER = 'node:inspector';
/** What V8 reports beside the functions. */
const ENGINE = /^\((program|garbage collector|root)\)$/;

/** @throws when the profile holds no samples. */
export function summarise(profile: Profiler.Profile): ProfileSummary {
  const self = selfTimes(profile);
  const parents = new Map(profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const placeOfNode = (id: number): string => {
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
      const place = placeOf(nodes.get(at)!.callFrame.url);
      if (place) return place;
    }
    return '(no JavaScript)';
  };
  const sums = {
    functions: new Map<string, number>(),
    places: new Map<string, number>(),
    native: new Map<string, number>(),
  };
  for (const { id, callFrame } of profile.nodes) {
    const ms = self.get(id) ?? 0;
    if (ms === 0 || callFrame.functionName === IDLE) continue;
    const isEngine = ENGINE.test(callFrame.functionName);
    const place = isEngine ? callFrame.functionName : placeOfNode(id);
    if (place === PROFILER) continue;
    add(sums.places, place, ms);
    add(sums.functions, nameOf(callFrame, place), ms);
    if (!isEngine && callFrame.url === '') add(sums.native, `${callFrame.functionName} ← ${place}`, ms);
  }
  const busy_ms = [...sums.places.values()].reduce((total, ms) => total + ms, 0);
  if (busy_ms === 0) throw new Error('The profile holds no samples');
  const shares = (sum: Map<string, number>) => sharesOf(sum, busy_ms);
  return { busy_ms, functions: shares(sums.functions), places: shares(sums.places), native: shares(sums.native) };
}

function selfTimes({ samples = [], timeDeltas = [] }: Profiler.Profile): Map<number, number> {
  const times = new Map<number, number>();
  for (const [index, id] of samples.entries()) add(times, id, (timeDeltas[index] ?? 0) / 1000);
  return times;
}

function add<K>(sums: Map<K, number>, key: K, value: number): void {
  sums.set(key, (sums.get(key) ?? 0) + value);
}

function sharesOf(sums: Map<string, number>, total: number): Share[] {
  return [...sums].map(([name, ms]) => ({ name, ms, share: ms / total })).sort((a, b) => b.ms - a.ms);
}

function nameOf(
  { functionName, url, lineNumber }: Profiler.Profile['nodes'][number]['callFrame'],
  place: string,
): string {
  const name = functionName || '(anonymous)';
  if (ENGINE.test(name)) return name;
  return url === '' ? `${name} (native)  ← ${place}` : `${name}  ${fileOf(url)}:${lineNumber + 1}`;
}

/** The package, the folder of the project, or the part of Node that code lies in; undefined for native code. */
export function placeOf(url: string): string | undefined {
  if (url === '') return undefined;
  if (url.startsWith('node:')) return url.split('/').slice(0, 2).join('/');
  const file = fileOf(url);
  const [, inside] = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file) ?? [];
  if (inside) return inside;
  return file.split('/').slice(0, -1).slice(0, 2).join('/') || file;
}

function fileOf(url: string): string {
  if (!url.startsWith('file:') && !url.startsWith('/')) return url;
  const file = url.startsWith('file:') ? fileURLToPath(url) : url;
  return relative(root, file).split(sep).join('/');
}
