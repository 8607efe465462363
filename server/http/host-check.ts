/**
 * In production the service answers under its own name only. Under another one a page of a stranger's site could reach it with the
 * stranger's origin (DNS rebinding), and a cache in between could mix the two up.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../core/config.ts';
import { isLoopback } from '../core/loopback.ts';
import { requestId } from '../core/request-id.ts';
import type { Answer } from './answer.ts';

const MISDIRECTED_REQUEST = 421;
const HEALTH_CHECK = /^\/(healthz|readyz)(\?|$)/;

/**
 * Whether a request names this service. Addresses and names of this machine do too, since nobody else can let a name of theirs be
 * one: balancers call so. In local mode every name is taken; what it plays has a check of its own.
 */
export function createHostCheck({ mode, public_url }: Pick<Config, 'mode' | 'public_url'>) {
  const own = new URL(public_url);
  const isOurs = (name: string) => name === own.hostname || isLoopback(name) || isIP(name) > 0;
  /** Nearly all requests name the service alike. */
  let usual = own.host;
  return ({ url = '', headers: { host = '' } }: IncomingMessage): boolean => {
    if (mode === 'local' || host === usual || HEALTH_CHECK.test(url)) return true;
    if (!isOurs(hostname(host))) return false;
    usual = host;
    return true;
  };
}

/** RFC 9110, section 15.5.20. The contract does not list it, since there is no operation under another name. */
export function misdirected({ public_url }: Pick<Config, 'public_url'>): { id: string; answer: Answer } {
  const id = requestId();
  const error = `This service is reached at ${public_url}. A proxy in between must pass the Host header on`;
  const body = Buffer.from(JSON.stringify({ error, code: 'not_found', request_id: id }));
  return { id, answer: { status: MISDIRECTED_REQUEST, body } };
}

function hostname(host: string): string {
  const url = `http://${host}`;
  return URL.canParse(url) ? new URL(url).hostname.replace(/^\[|\]$/g, '') : '';
}
