import type { Server } from 'node:http';
import type { Config } from '../../core/config.ts';
import { isLoopback } from '../../core/loopback.ts';
import { StartError } from '../../core/start-error.ts';

const IPV4_LOOPBACK = '127.0.0.1';
const IPV6_LOOPBACK = '::1';
const ANY = ['0.0.0.0', '::'];

export const isAnyAddress = (host: string) => ANY.includes(host);

/** Local mode listens on this machine only, unless HOST says otherwise. An undefined address means all. */
export function listenAddresses({ mode, host }: Pick<Config, 'mode' | 'host'>): (string | undefined)[] {
  if (mode === 'production') return [host];
  const loopback = [IPV4_LOOPBACK, IPV6_LOOPBACK];
  if (host === undefined || isLoopback(host)) return loopback;
  if (isAnyAddress(host)) return host === '::' ? ['::'] : ['0.0.0.0', IPV6_LOOPBACK];
  return [...loopback, host];
}

/**
 * Listens with one server per address, all on the same port. On a machine without IPv6 its loopback address is skipped.
 * @returns the port
 * @throws StartError
 */
export async function listen(servers: readonly [Server, string | undefined][], wanted: number): Promise<number> {
  let port = wanted;
  for (const [server, address] of servers) {
    try {
      port = await listenAt(server, port, address);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (address === IPV6_LOOPBACK && /^(EADDRNOTAVAIL|EAFNOSUPPORT)$/.test(code)) continue;
      throw new StartError(failure(code, port, address), { cause: error });
    }
  }
  return port;
}

const listenAt = (server: Server, port: number, host: string | undefined): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject).listen({ port, ...(host && { host }) }, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });

function failure(code: string, port: number, host: string | undefined): string {
  if (code === 'EADDRINUSE')
    return `Port ${port} is already in use. Stop the other process, or set PORT to a different port.`;
  if (code === 'EACCES') return `This user is not allowed to listen on port ${port}. Set PORT to a port above 1023.`;
  return `HOST must be an address or name of this machine, not "${host}" (${code}).`;
}
