/**
 * Connections to receivers. They are kept for the next callback, but only to addresses that were allowed a moment ago: a name that
 * moves to a private address is refused at the next callback, whether or not a connection is open.
 */
import { Agent } from 'node:http';
import type { LookupFunction, Socket } from 'node:net';
import type { Config } from '../core/config.ts';
import { allowedAddresses, type Resolve, TargetRefused } from './target.ts';

/** Attempts that begin within this time share the result of a DNS lookup. */
const CHECKED_MS = 1000;
const IDLE_MS = 20_000;
const MOST_KEPT_PER_HOST = 64;
const MOST_KEPT = 512;
/** Beyond this, hosts without connections are forgotten. */
const MOST_HOSTS = 256;

export interface Connection {
  agent: Agent | false;
  /** Returns the checked addresses without another DNS lookup. */
  lookup: LookupFunction;
}

/** @throws TargetRefused when an address is not allowed, or the DNS error. */
export type Connect = (url: URL) => Promise<Connection>;

export const connectOnce =
  (mode: Config['mode'], resolve: Resolve): Connect =>
  async (url) => ({ agent: false, lookup: pinned(await allowedAddresses(url, mode, resolve)) });

interface Host {
  agent: Agent;
  addresses: readonly string[];
  checked: number;
  checking?: Promise<void> | undefined;
}

export function createKeptConnections(mode: Config['mode'], resolve: Resolve, now = () => performance.now()) {
  const hosts = new Map<string, Host>();
  const kept = () => [...hosts.values()].reduce((sum, { agent }) => sum + freeSockets(agent).length, 0);

  async function hostOf({ origin, protocol }: URL): Promise<Host> {
    // TLS is slow to load, and startup does not need it.
    const Kept = protocol === 'https:' ? (await import('node:https')).Agent : Agent;
    const known = hosts.get(origin);
    if (known) return known;
    if (hosts.size >= MOST_HOSTS) for (const [name, host] of hosts) if (isUnused(host)) hosts.delete(name);
    const agent: Agent = new Kept({ keepAlive: true, maxFreeSockets: MOST_KEPT_PER_HOST, timeout: IDLE_MS });
    const host: Host = { agent, addresses: [], checked: Number.NEGATIVE_INFINITY };
    keepOnly(agent, (address) => host.addresses.includes(address) && kept() < MOST_KEPT);
    hosts.set(origin, host);
    return host;
  }

  async function check(host: Host, url: URL): Promise<void> {
    const checked = now();
    host.addresses = await allowedAddresses(url, mode, resolve).catch((error) => {
      closeFree(host, []);
      throw error;
    });
    host.checked = checked;
    closeFree(host, host.addresses);
  }

  return {
    async connect(url: URL): Promise<Connection> {
      const host = await hostOf(url);
      if (host.checking || now() - host.checked > CHECKED_MS) {
        host.checking ??= check(host, url).finally(() => {
          host.checking = undefined;
        });
        await host.checking;
      }
      return { agent: host.agent, lookup: pinned(host.addresses) };
    },
    close() {
      for (const { agent } of hosts.values()) agent.destroy();
    },
  };
}

/** Keeps a connection open after its request only if the latest check still allows its address. */
function keepOnly(agent: Agent, isAllowed: (address: string) => boolean): void {
  const keep = agent.keepSocketAlive.bind(agent) as (socket: Socket) => boolean;
  Object.assign(agent, { keepSocketAlive: (socket: Socket) => isAllowed(socket.remoteAddress ?? '') && keep(socket) });
}

function closeFree({ agent }: Host, allowed: readonly string[]): void {
  for (const socket of freeSockets(agent)) if (!allowed.includes(socket.remoteAddress ?? '')) socket.destroy();
}

const freeSockets = ({ freeSockets }: Agent): Socket[] =>
  Object.values(freeSockets).flatMap((sockets) => sockets ?? []);

const isUnused = ({ agent: { sockets, freeSockets, requests }, checking }: Host) =>
  !checking && [sockets, freeSockets, requests].every((some) => Object.keys(some).length === 0);

function pinned(addresses: readonly string[]): LookupFunction {
  const answers = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, { all }, callback) => {
    const first = answers[0];
    if (!first) callback(new TargetRefused('The name has no address'), '', 4);
    else if (all) callback(null, answers);
    else callback(null, first.address, first.family);
  };
}
