// Preloaded with --import: on SIGUSR2, writes to RESOURCES_FILE what the process holds after a garbage collection.
import { readdirSync, readlinkSync, renameSync, writeFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

const file = process.env['RESOURCES_FILE'];

async function report() {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  // What finalizers release can be collected only by the next run.
  for (let run = 0; run < 3; run++) {
    collect();
    await pause(10);
  }
  const resources = Object.groupBy(process.getActiveResourcesInfo(), (name) => name);
  const counts = Object.fromEntries(Object.entries(resources).map(([name, all]) => [name, all.length]));
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.new`, JSON.stringify({ resources: counts, memory: heapUsed + external, files: openFiles() }));
  renameSync(`${file}.new`, file);
}

/** How often each file, socket or other handle is open. */
function openFiles() {
  const targets = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return readlinkSync(`/proc/self/fd/${fd}`).replace(/:\[\d+\]$/, '');
    } catch {
      return [];
    }
  });
  const counts = {};
  for (const target of targets) counts[target] = (counts[target] ?? 0) + 1;
  return counts;
}

if (isMainThread && file) process.on('SIGUSR2', report);
