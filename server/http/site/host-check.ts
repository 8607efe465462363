/**
 * In production the service responds only under its own name. Under another name, a page of a stranger's site could reach it with
 * that site's origin (DNS rebinding), and a cache in between could confuse the responses of the two sites. Two names in one request
 * are refused everywhere, because a proxy might use the other one.
 */
import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Config } from '../../core/config.ts';
import { isLoopback } from '../../core/loopback.ts';
import { requestId } from '../../core/request-id.ts';
import type { ProblemCode } from '../../generated/operations.gen.ts';
import type { Answer } from '../call/answer.ts';

const BAD_REQUEST = 400;
/** RFC 9110, section 15.5.20. */
const MISDIRECTED_REQUEST = 421;
const HEALTH_CHECK = /^\/(healthz|readyz)(\?|$)/;

interface Refusal {
  id: string;
  answer: Answer;
}

/**
 * Refuses requests that do not name this service, except health checks. IP addresses, and names such as localhost, are accepted,
 * because load balancers use them and no outside name can equal them. In local mode every name is accepted; the stand-ins there
 * have their own check.
 */
export function createHostCheck({ mode, public_url }: Pick<Config, 'mode' | 'public_url'>) {
  const misdirected = `This service is available at ${public_url}. Proxies must forward the Host header`;
  const own = new URL(public_url);
  const isOurs = (name: string) => name === own.hostname || isLoopback(name) || isIP(name) > 0;
  /** Nearly all requests have the same Host header, so the last accepted one is not checked again. */
  let usual = own.host;
  return ({ url = '', headers: { host = '' }, rawHeaders }: IncomingMessage): Refusal | undefined => {
    if (hasSeveralHosts(rawHeaders))
      return refusal(BAD_REQUEST, 'The request has more than one Host header', 'invalid_value');
    if (mode === 'local' || host === usual || HEALTH_CHECK.test(url)) return undefined;
    // The contract does not list this status, since no operation exists under another name.
    if (!isOurs(hostname(host))) return refusal(MISDIRECTED_REQUEST, misdirected, 'not_found');
    usual = host;
    return undefined;
  };
}

/** Whether there are several Host headers, of which Node keeps the first. RFC 9112, section 3.2, requires 400. */
function hasSeveralHosts(rawHeaders: string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

function refusal(status: number, error: string, code: ProblemCode): Refusal {
  const id = requestId();
  return { id, answer: { status, body: Buffer.from(JSON.stringify({ error, code, request_id: id })) } };
}

const hostname = (host: string): string => URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '') ?? '';
