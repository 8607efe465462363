import { lookup } from 'node:dns/promises';
import type { Terminal } from '../terminal.ts';
import { type Finding, fail, ok, warn } from './finding.ts';

const TIMEOUT_MS = 10_000;
/** A receiver refuses callbacks whose timestamp differs from its own clock by more than this. */
const MOST_SKEW_SECONDS = 300;
const NOTABLE_SKEW_SECONDS = 30;

/** Some of the calls that the commands of this program need. A service that lacks one is older than this program. */
const NEEDED = ['session.create', 'session.list', 'callback.listen', 'callback.secret', 'reader.submit'];

export async function checkReach(
  baseUrl: string,
  terminal: Terminal,
): Promise<{ findings: Finding[]; reached: boolean }> {
  const address = checkAddress(baseUrl);
  if (address.result === 'fail') return { findings: [address], reached: false };
  const { hostname } = new URL(baseUrl);
  const findings = [address, await checkName(hostname), ...checkProxy(baseUrl, terminal)];
  const answer = await knock(baseUrl, terminal.stop);
  if ('error' in answer) return { findings: [...findings, unreachable(baseUrl, answer.error)], reached: false };
  return { findings: [...findings, ...checkAnswer(baseUrl, answer)], reached: answer.contract !== undefined };
}

function checkAddress(baseUrl: string): Finding {
  const about = 'address';
  if (!URL.canParse(baseUrl) || !/^https?:/.test(baseUrl))
    return fail(about, 'SIGILL_BASE_URL is not an http address', 'Use an address such as https://sigill.example.');
  const { protocol, hostname, pathname, username, origin } = new URL(baseUrl);
  if (username)
    return fail(about, 'SIGILL_BASE_URL contains credentials', 'Put them into SIGILL_PUBLIC_KEY and SIGILL_SECRET.');
  const remedy = `Set SIGILL_BASE_URL to ${origin}. The path is added automatically.`;
  if (pathname.startsWith('/api')) return fail(about, `${origin} is followed by ${pathname}`, remedy);
  if (protocol === 'http:' && !/^(localhost|127\.|\[::1\])/.test(hostname))
    return warn(about, `${origin} is not encrypted`, 'Anyone on the network can read the secret. Use https.');
  return ok(about, origin);
}

async function checkName(hostname: string): Promise<Finding> {
  const name = hostname.replace(/^\[|\]$/g, '');
  try {
    const addresses = await lookup(name, { all: true });
    return ok('name', `${name} is ${addresses.map(({ address }) => address).join(', ')}`);
  } catch (error) {
    const { code } = error as { code?: string };
    const remedy = 'Check the spelling, and that this machine has a network and a resolver.';
    return fail('name', `${name} has no address (${code})`, remedy);
  }
}

/** Node uses no proxy unless configured to, whatever other programs on the machine do. */
function checkProxy(baseUrl: string, { environment }: Terminal): Finding[] {
  const names = baseUrl.startsWith('https:') ? ['HTTPS_PROXY', 'https_proxy'] : ['HTTP_PROXY', 'http_proxy'];
  const name = names.find((name) => environment[name]);
  if (!name || environment['NODE_USE_ENV_PROXY'] === '1') return [];
  const remedy = 'If you need the proxy, set NODE_USE_ENV_PROXY=1 (Node 24 and later).';
  return [warn('proxy', `${name} is set, and Node does not use it`, remedy)];
}

interface Answer {
  status: number;
  date: Date | undefined;
  /** Absent when the response is not from Sigill. */
  contract: Contract | undefined;
  ms: number;
}

interface Contract {
  info: { title: string; version: string };
  paths: Record<string, unknown>;
}

async function knock(baseUrl: string, stop: AbortSignal): Promise<Answer | { error: string }> {
  const began = performance.now();
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  try {
    const response = await fetch(`${baseUrl}/openapi.json`, {
      redirect: 'manual',
      signal: AbortSignal.any([stop, timeout]),
    });
    const contract = (await response.json().catch(() => undefined)) as Contract | undefined;
    const date = response.headers.get('date');
    return {
      status: response.status,
      date: date ? new Date(date) : undefined,
      contract: contract?.info?.title === 'Sigill API' ? contract : undefined,
      ms: Math.round(performance.now() - began),
    };
  } catch (error) {
    stop.throwIfAborted();
    const { cause } = error as { cause?: { code?: string; message?: string } };
    return { error: timeout.aborted ? 'timeout' : (cause?.code ?? cause?.message ?? String(error)) };
  }
}

function unreachable(baseUrl: string, error: string): Finding {
  const { host } = new URL(baseUrl);
  const untrusted = 'Behind a proxy that inspects TLS, set NODE_EXTRA_CA_CERTS to its certificate.';
  const reasons: [error: RegExp, text: string, remedy: string][] = [
    [/^timeout$/, `${host} did not respond within 10 seconds`, 'A firewall may be dropping the connection.'],
    [/^ECONNREFUSED$/, `Nothing listens at ${host}`, 'Check the port. In local mode, check that npm start is running.'],
    [/^(SELF_|DEPTH_|UNABLE_TO|ERR_TLS)|CERT/, `The certificate of ${host} is not trusted (${error})`, untrusted],
    [/^(ERR_SSL|EPROTO)/, `${host} does not speak TLS`, 'Use http, or another port.'],
  ];
  const [, text = `${host} cannot be reached (${error})`, remedy = 'Check the network and the address.'] =
    reasons.find(([pattern]) => pattern.test(error)) ?? [];
  return fail('connection', text, remedy);
}

function checkAnswer(baseUrl: string, { status, date, contract, ms }: Answer): Finding[] {
  const about = 'connection';
  if (status >= 300 && status < 400)
    return [fail(about, `${baseUrl} redirects elsewhere (${status})`, 'Set SIGILL_BASE_URL to where it redirects.')];
  const remedy = 'Check SIGILL_BASE_URL. A proxy may be responding instead.';
  if (!contract) return [fail(about, `The response at ${baseUrl} is not from Sigill (${status})`, remedy)];
  return [ok(about, `responded in ${ms} ms`), checkClock(date, new Date()), checkContract(contract)];
}

function checkClock(date: Date | undefined, now: Date): Finding {
  const about = 'clock';
  if (!date || Number.isNaN(date.getTime()))
    return warn(about, 'The response has no Date header', 'A proxy may remove it. The clocks cannot be compared.');
  const seconds = Math.round((now.getTime() - date.getTime()) / 1000);
  const apart = `This machine is ${lengthOf(Math.abs(seconds))} ${seconds < 0 ? 'behind' : 'ahead of'} the service`;
  if (Math.abs(seconds) > MOST_SKEW_SECONDS)
    return fail(
      about,
      apart,
      'Your receiver would refuse every callback as too old or too new. Synchronise the clock with NTP. The clock of local mode may have been moved, at /_local/.',
    );
  if (Math.abs(seconds) > NOTABLE_SKEW_SECONDS) return warn(about, apart, 'Synchronise the clock with NTP.');
  return ok(about, 'matches the service');
}

function lengthOf(seconds: number): string {
  const units: [name: string, seconds: number][] = [
    ['days', 86_400],
    ['hours', 3600],
    ['minutes', 60],
  ];
  const [name, size] = units.find(([, size]) => seconds >= 2 * size) ?? ['s', 1];
  return `${Math.round(seconds / size)} ${name}`;
}

function checkContract({ info: { version }, paths }: Contract): Finding {
  const about = 'contract';
  const missing = NEEDED.filter((name) => !(`/api/v1/${name}` in paths));
  const remedy = 'It is older than this program. Commands that need these calls will not work.';
  if (!version.startsWith('1.'))
    return fail(about, `The service uses version ${version}`, 'This program uses version 1. Install a newer release.');
  if (missing.length > 0) return warn(about, `The service does not have ${missing.join(', ')}`, remedy);
  return ok(about, `version ${version}`);
}
