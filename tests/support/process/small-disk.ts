/** A disk of a few megabytes for one process and its children: a tmpfs in a separate mount namespace. Needs no privileges. */
import { spawnSync } from 'node:child_process';

export const onSmallDisk = (folder: string, megabytes: number): string[] => [
  'unshare',
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-c',
  `mount -t tmpfs -o size=${megabytes}m,mode=700 small ${folder} && exec "$@"`,
  'sh',
];

export const inside = (pid: number, folder: string): string => `/proc/${pid}/root${folder}`;

export function smallDisksExist(): boolean {
  const [command, ...args] = onSmallDisk('/tmp', 1);
  return process.platform === 'linux' && spawnSync(command!, [...args, 'true'], { stdio: 'ignore' }).status === 0;
}
