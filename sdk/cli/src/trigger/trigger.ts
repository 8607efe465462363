/** `sigill trigger OUTCOME`: creates a specimen session and plays the phone, so that your backend sees how it ends. */

import { settingsOf } from '../caller-settings.ts';
import { type Command, readOptions, UsageError } from '../command.ts';
import { connect, listSpecimens, type SessionOptions } from '../service.ts';
import { coloured, type Terminal } from '../terminal.ts';
import { narrator } from './narrator.ts';
import { type Plan, plansFor } from './outcomes.ts';
import { type Ended, triggerSession } from './trigger-session.ts';

const usage = `Creates a specimen session and brings it to an outcome, as a person with a phone would. Never billed.

  sigill trigger OUTCOME [--reference TEXT] [--callback-url URL] [--locale LOCALE] [--policy NAME] [--print-json] [--env FILE] [--base-url URL]
  sigill trigger --list

  OUTCOME         approved, rejected:document_expired, failed:nfc_lost, aborted …, or the name of a specimen
  --list          every outcome, with the specimen that produces it
  --reference     your own name for the session
  --callback-url  where the service sends changes of state; sigill listen does not need it
  --locale        the language of its page: en, es, sv, de, fr, pl, pt or ar
  --policy        the policy that decides, which has to lead to the outcome too
  --print-json    the session and its outcome as one line of JSON

The exit code is 0 when the session ended as requested.`;

export const trigger: Command = {
  summary: 'create a specimen session and bring it to the outcome you choose',
  usage,
  async run(args, terminal) {
    const { values, words } = readOptions(
      args,
      {
        list: { type: 'boolean' },
        reference: { type: 'string' },
        'callback-url': { type: 'string' },
        locale: { type: 'string' },
        policy: { type: 'string' },
        'print-json': { type: 'boolean' },
      },
      { words: 1 },
    );
    const settings = settingsOf(terminal, values);
    const [outcome] = words;
    if (outcome === undefined && !values.list) throw new UsageError('Name an outcome.');
    // Before any request, so that missing keys are reported first.
    const service = values.list ? undefined : connect(settings);
    const plans = plansFor(await listSpecimens(settings.baseUrl, terminal.stop));
    if (!service || outcome === undefined) return list(plans, terminal);
    const { reference, 'callback-url': callback_url, locale, policy } = values;
    const options: SessionOptions = {
      ...(reference !== undefined && { reference }),
      ...(callback_url !== undefined && { callback_url }),
      ...(policy !== undefined && { policy }),
      // Not checked here: the service refuses unknown languages and lists those it knows.
      ...(locale !== undefined && { locale: locale as NonNullable<SessionOptions['locale']> }),
    };
    const { baseUrl } = settings;
    const { stop } = terminal;
    const wish = { baseUrl, plans, outcome, options, stop, ...(!values['print-json'] && narrator(terminal)) };
    const { plan, ...ended } = await triggerSession(service, wish);
    if (values['print-json']) terminal.write(`${JSON.stringify(ended)}\n`);
    return report(terminal, plan, ended);
  },
};

function report(terminal: Terminal, { expected, outcome }: Plan, { state, failure_code }: Ended): number {
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
