/** `sigill trigger OUTCOME`: creates a specimen session and plays the phone, so that your backend sees how it ends. */
import { type ReaderBundle, runReader } from '@sigill/sdk/reader';
import { type Command, readOptions, UsageError } from './command.ts';
import { findPlan, type Plan, plansFor } from './outcomes.ts';
import { connect, listSpecimens, readSpecimen, type Service } from './service.ts';
import { settingsOf } from './settings.ts';
import { coloured, type Terminal } from './terminal.ts';

const APP_VERSION = '1.0.0';

const usage = `Creates a specimen session and brings it to its end, as a person with a phone would. Never billed.

  sigill trigger OUTCOME [--reference TEXT] [--callback-url URL] [--print-json] [--env FILE] [--base-url URL]
  sigill trigger --list

  OUTCOME         approved, rejected:document_expired, failed:nfc_lost, aborted …, or the name of a specimen
  --list          every outcome, with the specimen that leads there
  --reference     your own name for the session
  --callback-url  where the service sends the changes of state; sigill listen hears them without
  --print-json    the session and its end as one line of JSON

The exit code is 0 when the session ended as asked.`;

export const trigger: Command = {
  summary: 'create a specimen session and bring it to an end of your choice',
  usage,
  async run(args, terminal) {
    const { values, words } = readOptions(
      args,
      {
        list: { type: 'boolean' },
        reference: { type: 'string' },
        'callback-url': { type: 'string' },
        'print-json': { type: 'boolean' },
      },
      { words: 1 },
    );
    const settings = settingsOf(terminal, values);
    const [outcome] = words;
    if (outcome === undefined && !values.list) throw new UsageError('Say which outcome you want.');
    // Asked first, so that a missing key is said before anything else.
    const service = values.list ? undefined : connect(settings);
    const plans = plansFor(await listSpecimens(settings.baseUrl, terminal.stop));
    if (!service || outcome === undefined) return list(plans, terminal);
    const plan = findPlan(plans, outcome);
    const bundle = await readSpecimen(settings.baseUrl, plan.specimen, terminal.stop);
    const { reference, 'callback-url': callback_url } = values;
    const created = await service.createSession({
      ...plan.options,
      ...(reference !== undefined && { reference }),
      ...(callback_url !== undefined && { callback_url }),
      specimen: true,
    });
    const say = values['print-json'] ? () => {} : (text: string) => terminal.write(`${text}\n`);
    say(`session     ${created.id}`);
    const end = await play(service, { bundle, plan, token: created.token, say });
    if (values['print-json']) terminal.write(`${JSON.stringify({ ...created, ...end })}\n`);
    return report(terminal, plan, end);
  },
};

interface End {
  state: string;
  failure_code?: string;
}

async function play(
  { reader }: Service,
  { bundle, plan, token, say }: { bundle: ReaderBundle; plan: Plan; token: string; say: (text: string) => void },
): Promise<End> {
  const { behaviour = bundle.behaviour } = plan;
  const { state, failure } = await runReader({
    call: reader,
    bundle: { ...bundle, behaviour },
    token,
    platform: 'CLI',
    app_version: APP_VERSION,
    onStep: ({ step }) => step !== 'ENDED' && say(step.toLowerCase()),
  });
  // What the reader reports itself is not in the answer.
  const failure_code = failure?.code ?? (behaviour.action === 'FAIL' ? behaviour.code : undefined);
  say(`ended       ${[state, failure_code].filter(Boolean).join(' ')}`);
  return { state, ...(failure_code && { failure_code }) };
}

function report(terminal: Terminal, { expected, outcome }: Plan, { state, failure_code }: End): number {
  if (state === expected.state && failure_code === expected.code) return 0;
  terminal.writeError(`${coloured(terminal, 'red', `The session should have ended as ${outcome}.`)}\n`);
  return 1;
}

function list(plans: readonly Plan[], { write }: Terminal): number {
  const lines = plans.map(
    ({ outcome, specimen, behaviour, description }) =>
      `${outcome.padEnd(36)}${(behaviour ? '' : specimen).padEnd(22)}${description}`,
  );
  write(`${lines.join('\n')}\n`);
  return 0;
}
