import { availableParallelism, cpus, loadavg } from 'node:os';

/** On what was measured, and how busy it is with other things. */
export const machine = (): string =>
  `Node ${process.versions.node}, ${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}, load ${loadavg()[0]!.toFixed(1)}`;
