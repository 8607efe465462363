/** How many bytes requests and responses took on their connections, including headers. */
import type { Socket } from 'node:net';

export interface ConnectionBytes {
  bytes_in: number;
  bytes_out: number;
}

const counted = new WeakMap<Socket, ConnectionBytes>();

/**
 * The bytes of a connection since this function was last called for it. They are counted here rather than by body, so that they
 * include what a client sent before it was refused or left, and the log lines of a connection add up to all that it carried.
 */
export function takeBytes(socket: Socket): ConnectionBytes {
  const { bytesRead, bytesWritten } = socket;
  const before = counted.get(socket);
  counted.set(socket, { bytes_in: bytesRead, bytes_out: bytesWritten });
  return { bytes_in: bytesRead - (before?.bytes_in ?? 0), bytes_out: bytesWritten - (before?.bytes_out ?? 0) };
}
