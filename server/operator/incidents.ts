/** `npm run operator -- incident …`: what the status page says about incidents. */
import { COMPONENTS, type Component, type Incident } from '../../openapi/facts/status.ts';
import type { OutsideContext } from '../core/context.ts';
import { CommandRefused, type PlannedChange } from '../core/planned-change.ts';
import { addNote, listIncidents, type Note } from '../status/incident.service.ts';
import { actorAt, BY, change, list, type Terminal } from './command.ts';

const LONGEST_TEXT = 500;

type Texts = Partial<Record<'en' | 'es' | 'by', string>>;

const TEXTS = {
  en: { type: 'string', value: 'TEXT', says: 'the message in English, such as "Emails are delayed."' },
  es: { type: 'string', value: 'TEXT', says: 'the message in Spanish, such as "Los correos llegan con retraso."' },
} as const;

const followUp = (kind: 'updated' | 'closed', summary: string) =>
  change({
    words: 'ID',
    summary,
    options: { ...TEXTS, ...BY },
    plan: async (ctx, { words: [id], values }, terminal) =>
      note({ kind, incident: (await findOpen(ctx, id)).id }, values, terminal),
  });

export const incidents = {
  'incident list': list({
    summary: 'lists the incidents on the status page, newest first',
    lines: async (ctx) => (await listIncidents(ctx)).map(describe),
  }),
  'incident open': change({
    summary: 'publishes an incident on the status page',
    options: {
      ...TEXTS,
      component: { type: 'string', value: 'PART', says: `the affected component: ${COMPONENTS.join(', ')}` },
      ...BY,
    },
    plan: async (_ctx, { values }, terminal) =>
      note({ kind: 'opened', component: componentOf(values.component) }, values, terminal),
  }),
  'incident update': followUp('updated', 'publishes an update on an incident'),
  'incident close': followUp('closed', 'resolves an incident'),
};

function note(about: Pick<Note, 'kind' | 'incident' | 'component'>, values: Texts, terminal: Terminal): PlannedChange {
  const texts = { en: textOf('en', values.en), es: textOf('es', values.es) };
  const actor = actorAt(terminal, values.by);
  return {
    summary: ['The public page /status will say:', `  en: ${texts.en}`, `  es: ${texts.es}`],
    run: async (ctx) => terminal.write(`Incident ${await addNote(ctx, { ...about, ...texts, actor })}.\n`),
  };
}

export function describe({ id, component, opened, closed, notes }: Incident): string {
  const about = component ? `, ${component}` : '';
  return `${id}  opened ${opened}${closed ? `, closed ${closed}` : ', open'}${about}: ${notes[0]?.en}`;
}

function textOf(language: 'en' | 'es', text: string | undefined): string {
  const said = text?.trim();
  if (!said) throw new CommandRefused(`The message is needed in both languages. Add --${language}.`);
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
  if (!found) throw new CommandRefused('No incident has this id. Run incident list to see them.');
  if (found.closed) throw new CommandRefused(`This incident was closed ${found.closed}. Open a new one.`);
  return found;
}
