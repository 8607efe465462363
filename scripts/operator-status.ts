/** `npm run operator -- status` and `incident …`: how the service is, and what its public page says about that. */
import { COMPONENTS, type Component, type Incident, type Measured } from '../openapi/facts/status.ts';
import { CommandRefused, type PlannedChange } from '../server/billing/payment/operator.service.ts';
import { timestamp } from '../server/core/clock.ts';
import type { OutsideContext } from '../server/core/context.ts';
import { createReadiness } from '../server/http/site/readiness.ts';
import { countUnredacted } from '../server/sessions/session/session.repository.ts';
import { addNote, listIncidents } from '../server/status/incident.service.ts';
import { measureShared } from '../server/status/measure.ts';
import { listDays } from '../server/status/status.repository.ts';
import { actorAt, type Terminal } from './terminal.ts';

export const STATUS_USAGE = `  status                              says how each part of the service is, as the public page does; exit 1 when something is down
  incident list                       lists what the public page tells, newest first
  incident open                       tells the public that something is wrong: --en "Mails are late." --es "Los correos tardan."
                                      --component mail names the part (${COMPONENTS.join(', ')})
  incident update ID                  says more about it, with --en and --es
  incident close ID                   says that it is over, with --en and --es; --by "Alma Vinter" says who does any of the three
`;

/** A server that runs writes twice a minute. */
const SERVER_SILENT_MS = 180_000;
const REDACTION_LATE_MS = 600_000;
const LONGEST_TEXT = 500;

export async function tellStatus(ctx: OutsideContext, terminal: Terminal): Promise<number> {
  const { db, deps } = ctx;
  const readiness = createReadiness({ db, config: deps.config, log: deps.log, warnings: () => [] });
  const { status } = await readiness.check();
  const found = [...(await fromServers(ctx)), ...(await measureShared(ctx, status === 'ok'))].sort(
    (a, b) => COMPONENTS.indexOf(a.name) - COMPONENTS.indexOf(b.name),
  );
  for (const part of found)
    terminal.write(`${part.name.padEnd(14)}${part.state}${factsOf(part) && ` (${factsOf(part)})`}\n`);
  const identityData = await identityDataLine(ctx);
  terminal.write(`${'identity data'.padEnd(14)}${identityData.state}${identityData.facts}\n`);
  const open = (await listIncidents(ctx)).filter(({ closed }) => closed === undefined);
  for (const incident of open) terminal.write(`${describe(incident)}\n`);
  return [...found, identityData].some(({ state }) => state === 'down') ? 1 : 0;
}

/** What is promised to be gone is destroyed twice a minute, by any server that runs. */
async function identityDataLine({ db, deps }: OutsideContext) {
  const { overdue, undated } = await countUnredacted(db, new Date(deps.clock.now().getTime() - REDACTION_LATE_MS));
  const facts = [
    ...(overdue > 0 ? [`${sessions(overdue)} past the date, and still to be destroyed`] : []),
    ...(undated > 0 ? [`${sessions(undated)} without a date, which the next running server gives`] : []),
  ];
  return { state: overdue > 0 ? 'down' : 'operational', facts: facts.length > 0 ? ` (${facts.join('; ')})` : '' };
}

const sessions = (count: number) => `${count} ended ${count === 1 ? 'session' : 'sessions'}`;

/** What only a server knows, it has written down. When none has for a while, none runs. */
async function fromServers({ db, deps }: OutsideContext): Promise<Measured[]> {
  const now = deps.clock.now();
  const since = timestamp(new Date(now.getTime() - SERVER_SILENT_MS));
  const rows = await listDays(db, { first: since.slice(0, 10), last: timestamp(now).slice(0, 10) });
  const fresh = rows.filter(({ sampled }) => sampled >= since).toReversed();
  const [api, cards] = (['api', 'cards'] as const).map((wanted) => fresh.find(({ component }) => component === wanted));
  return [
    { name: 'api', state: api?.state ?? 'down' },
    ...(cards ? [{ name: 'cards' as const, state: cards.state }] : []),
  ];
}

function factsOf({ name, state, delay_seconds, age_days }: Measured): string {
  if (name === 'api' && state === 'down') return 'no server has answered well in the last minutes';
  if (delay_seconds !== undefined) return `work has been left lying for ${delay_seconds} seconds`;
  return age_days === undefined ? '' : `the oldest list is ${age_days} days old`;
}

export const describeIncidents = async (ctx: OutsideContext): Promise<string[]> =>
  (await listIncidents(ctx)).map(describe);

function describe({ id, component, opened, closed, notes }: Incident): string {
  const about = component ? `, about ${component}` : '';
  return `${id}  opened ${opened}${closed ? `, closed ${closed}` : ', open'}${about}: ${notes[0]?.en}`;
}

interface Values {
  en?: string | undefined;
  es?: string | undefined;
  component?: string | undefined;
  by?: string | undefined;
}

const KINDS = { open: 'opened', update: 'updated', close: 'closed' } as const;

/** What `incident WORD` would change. */
export function incidentChange([word = '', id]: string[], values: Values, terminal: Terminal) {
  if (!Object.hasOwn(KINDS, word)) return undefined;
  const kind = KINDS[word as keyof typeof KINDS];
  return async (ctx: OutsideContext): Promise<PlannedChange> => {
    const texts = { en: textOf('en', values.en), es: textOf('es', values.es) };
    const incident = kind === 'opened' ? undefined : await findOpen(ctx, id);
    const component = kind === 'opened' ? componentOf(values.component) : undefined;
    const actor = actorAt(terminal, values.by);
    return {
      summary: [`The public page /status will say:`, `  en: ${texts.en}`, `  es: ${texts.es}`],
      run: async (ctx) => {
        const opened = await addNote(ctx, {
          kind,
          ...(incident && { incident: incident.id }),
          component,
          ...texts,
          actor,
        });
        terminal.write(`Incident ${opened}.\n`);
      },
    };
  };
}

function textOf(language: 'en' | 'es', text: string | undefined): string {
  const said = text?.trim();
  if (!said) throw new CommandRefused(`Say it in both languages: --${language} is missing.`);
  if (said.length > LONGEST_TEXT) throw new CommandRefused(`--${language} has more than ${LONGEST_TEXT} characters.`);
  return said;
}

function componentOf(name: string | undefined): Component | undefined {
  if (name === undefined) return undefined;
  const component = COMPONENTS.find((each) => each === name);
  if (!component) throw new CommandRefused(`--component must be one of ${COMPONENTS.join(', ')}.`);
  return component;
}

async function findOpen(ctx: OutsideContext, id: string | undefined): Promise<Incident> {
  const found = (await listIncidents(ctx)).find((incident) => String(incident.id) === id);
  if (!found) throw new CommandRefused('No incident has this id: see incident list.');
  if (found.closed) throw new CommandRefused(`It was closed ${found.closed}. Open another one.`);
  return found;
}
