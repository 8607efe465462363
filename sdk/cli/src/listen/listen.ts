/** `sigill listen`: receives callbacks on this machine, without a public address. */
import { setTimeout as pause } from 'node:timers/promises';
import { type CallbackMessage, CallbackVerificationError, callbacks, NotFoundError, SigillError } from '@sigill/sdk';
import { settingsOf } from '../caller-settings.ts';
import { type Command, Refusal, readOptions, UsageError } from '../command.ts';
import { connect, plainSentence, type Service } from '../service.ts';
import { coloured, printable, type Terminal } from '../terminal.ts';
import { deliveryHint } from './delivery-hint.ts';
import { type Delivery, forward, isDelivered, receiverAddress } from './forward.ts';

const usage = `Receives the callbacks of the account on this machine and forwards them to your receiver.

  sigill listen [--forward URL] [--secret whsec_…] [--since TIME] [--count N | --once] [--print-json] [--env FILE] [--base-url URL]

  --forward     address of your receiver, such as http://localhost:8080/hook; it gets the exact bytes and headers
  --secret      signing secret to verify with, as your receiver does; SIGILL_CALLBACK_SECRET by default,
                otherwise the secret of the account
  --since       start with callbacks kept since then: 10m, 2h or a time such as 2026-03-02T09:30:00Z; they are kept
                while a listener is connected and for 10 minutes afterwards, at most a day
  --count N     stop after N callbacks; the exit code is 0 only if the receiver accepted all of them
  --once        the same as --count 1
  --print-json  one line of JSON per callback on standard output, and all messages on standard error

Sessions do not need a callback_url. Press Ctrl-C to stop.`;

interface Listening {
  service: Service;
  baseUrl: string;
  terminal: Terminal;
  forwardTo: string | undefined;
  secret: string;
  since: string | undefined;
  count: number;
  asJson: boolean;
}

export const listen: Command = {
  summary: 'receive callbacks on this machine and forward them to your receiver',
  usage,
  async run(args, terminal) {
    const { values } = readOptions(args, {
      forward: { type: 'string' },
      secret: { type: 'string' },
      since: { type: 'string' },
      count: { type: 'string' },
      once: { type: 'boolean' },
      'print-json': { type: 'boolean' },
    });
    const forwardTo = values.forward === undefined ? undefined : receiverAddress(values.forward);
    const count = values.once ? 1 : countOf(values.count);
    const since = values.since === undefined ? undefined : timeOf(values.since, new Date());
    const settings = settingsOf(terminal, values);
    const service = connect(settings);
    const secret = values.secret ?? settings.callbackSecret ?? (await service.signingSecret());
    const asJson = values['print-json'] ?? false;
    return follow({ service, baseUrl: settings.baseUrl, terminal, forwardTo, secret, since, count, asJson });
  },
};

async function follow(listening: Listening): Promise<number> {
  const { terminal, baseUrl, forwardTo, count } = listening;
  const say = (text: string) => terminal.writeError(`${text}\n`);
  const hear = createEar(listening, say);
  await hear.begin();
  say(`Listening to ${baseUrl}${forwardTo ? `, forwarding to ${forwardTo}` : ''}. Press Ctrl-C to stop.`);
  let heard = 0;
  let taken = 0;
  while (heard < count && !terminal.stop.aborted) {
    for (const callback of await hear.next()) {
      if (await receive(listening, callback)) taken++;
      heard++;
      if (heard === count || terminal.stop.aborted) break;
    }
  }
  return taken === heard ? 0 : 1;
}

/** Verifies, forwards and prints one callback. @returns whether the receiver accepted it; without one, whether it was valid. */
async function receive(listening: Listening, callback: CallbackMessage): Promise<boolean> {
  const { terminal, forwardTo, secret, asJson } = listening;
  const verdict = await checkSignature(callback, secret);
  const delivery = forwardTo === undefined ? undefined : await forward(forwardTo, callback, terminal.stop);
  const hint = delivery && forwardTo ? deliveryHint(delivery, forwardTo) : undefined;
  const outcome = { verdict, delivery, hint };
  terminal.write(`${asJson ? jsonOf(callback, outcome) : lineOf(terminal, callback, outcome)}\n`);
  return delivery === undefined ? verdict.valid : isDelivered(delivery);
}

interface Outcome {
  verdict: Verdict;
  delivery: Delivery | undefined;
  hint: string | undefined;
}

function jsonOf({ headers, body }: CallbackMessage, { verdict, delivery, hint }: Outcome): string {
  return JSON.stringify({
    received: new Date().toISOString(),
    event: JSON.parse(body) as unknown,
    headers,
    body,
    signature: verdict,
    ...(delivery && { delivery: { ...delivery, ...(hint && { hint }) } }),
  });
}

interface Event {
  type: string;
  data: {
    /** Events about the account have no `id`, `state` or `reference`. */
    id?: number;
    state?: string;
    reference?: string;
    failure?: { code: string; help_url?: string };
    specimen?: boolean;
  };
}

function lineOf(terminal: Terminal, { body }: CallbackMessage, { verdict, delivery, hint }: Outcome): string {
  const { type, data } = JSON.parse(body) as Event;
  const time = new Date().toTimeString().slice(0, 8);
  const state = [data.state, data.failure?.code].filter(Boolean).join(' ');
  const parts = [
    coloured(terminal, 'dim', time),
    type,
    coloured(terminal, data.state === 'APPROVED' ? 'green' : data.failure ? 'yellow' : 'cyan', state.padEnd(9)),
    ...(data.id === undefined ? [] : [String(data.id)]),
    ...(data.reference ? [printable(data.reference)] : []),
    ...(data.specimen ? ['specimen'] : []),
    ...(delivery ? [answerOf(terminal, delivery)] : []),
    verdict.valid ? coloured(terminal, 'green', 'signature ok') : coloured(terminal, 'red', 'signature wrong'),
  ];
  const more = [
    ...(verdict.valid ? [] : [verdict.reason]),
    ...(hint ? [hint] : []),
    ...(hint && delivery?.status !== undefined && delivery.text ? [`Response: ${delivery.text}`] : []),
  ];
  const help = data.failure?.help_url;
  return [
    parts.join('  '),
    ...(help ? [`          ${coloured(terminal, 'dim', printable(help))}`] : []),
    ...more.map((text) => `          ${coloured(terminal, 'yellow', text)}`),
  ].join('\n');
}

function answerOf(terminal: Terminal, delivery: Delivery): string {
  const what = delivery.status === undefined ? `no response (${delivery.error})` : String(delivery.status);
  return coloured(terminal, isDelivered(delivery) ? 'green' : 'red', `-> ${what} in ${delivery.ms} ms`);
}

const LONGEST_PAUSE_MS = 30_000;

function createEar({ service, since, terminal }: Listening, say: (text: string) => void) {
  let cursor = '';
  const begin = async (from?: string) => {
    ({ cursor } = await service.listen(from === undefined ? {} : { since: from }, terminal.stop));
  };
  return {
    begin: () => begin(since),

    /** Waits for the next callbacks; returns none after a quiet period. @throws errors that a retry would not fix. */
    async next(): Promise<CallbackMessage[]> {
      for (let failures = 0; ; failures++) {
        try {
          const { callbacks, cursor: next } = await service.listen({ cursor }, terminal.stop);
          cursor = next;
          if (failures > 0) say('Reconnected.');
          return callbacks;
        } catch (error) {
          if (terminal.stop.aborted) return [];
          if (error instanceof NotFoundError) {
            say('This listener’s position has expired. Continuing with the next callback.');
            await begin();
          } else await waitToTryAgain(error, failures);
        }
      }
    },
  };

  async function waitToTryAgain(error: unknown, failures: number): Promise<void> {
    if (!(error instanceof SigillError) || !isPassing(error)) throw error;
    const asked = Number(error.headers.get('retry-after') ?? 0) * 1000;
    const ms = Math.min(Math.max(asked, 1000 * 2 ** failures), LONGEST_PAUSE_MS);
    say(`${plainSentence(error)} Retrying in ${ms / 1000} s.`);
    await pause(ms, undefined, { signal: terminal.stop }).catch(() => {});
  }
}

const isPassing = ({ status }: SigillError) => status === 0 || status === 429 || status >= 500;

function countOf(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9][0-9]{0,6}$/.test(text)) throw new UsageError(`--count must be a number of callbacks, not ${text}.`);
  return Number(text);
}

const SECONDS: Record<string, number> = { s: 1, m: 60, h: 3600 };

function timeOf(text: string, now: Date): string {
  const [, number, unit] = /^([0-9]{1,5})([smh])$/.exec(text) ?? [];
  const time = number && unit ? new Date(now.getTime() - Number(number) * SECONDS[unit]! * 1000) : new Date(text);
  if (Number.isNaN(time.getTime()))
    throw new UsageError(`--since must be a time such as 10m or 2026-03-02T09:30:00Z, not ${text}.`);
  if (time > now) throw new Refusal('--since is in the future.');
  return time.toISOString();
}

type Verdict = { valid: true } | { valid: false; code: string; reason: string };

async function checkSignature({ headers, body }: CallbackMessage, secret: string): Promise<Verdict> {
  try {
    await callbacks.unwrap(body, headers, secret);
    return { valid: true };
  } catch (error) {
    if (!(error instanceof CallbackVerificationError)) throw error;
    return { valid: false, code: error.code, reason: error.message };
  }
}
