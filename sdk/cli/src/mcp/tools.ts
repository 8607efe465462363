import { Refusal, UsageError } from '../command.ts';
import { plainSentence, type Service, type SessionOptions } from '../service.ts';
import { triggerSession } from '../trigger/trigger-session.ts';
import type { Tool, Tools } from './peer.ts';
import { type Documentation, readDocumentation } from './read-documentation.ts';

interface ToolsOptions {
  service: Service;
  baseUrl: string;
  stop: AbortSignal;
  /** Whether to show identity data of real people. */
  showsIdentity: boolean;
}

type Work = (input: Record<string, unknown>) => Promise<unknown> | unknown;

function toolOf(name: string, description: string, texts: Record<string, string>): Tool {
  const properties = Object.entries(texts).map(([name, description]) => [name, { type: 'string', description }]);
  return {
    name,
    description,
    inputSchema: {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(texts).slice(0, 1),
      properties: Object.fromEntries(properties),
    },
  };
}

const TRIGGER = toolOf(
  'trigger',
  'Creates a specimen session and brings it to the requested outcome, as a person with a phone would. Never billed. Changes of state are sent to callback_url and sigill listen.',
  {
    outcome: 'approved, aborted, rejected:CODE or failed:CODE with a failure code, or the name of a specimen',
    reference: 'Your own name for the session',
    callback_url: 'Where changes of state are sent: https, on a public address',
    locale: 'Language of the page at open_url: en, es, sv, de, fr, pl, pt or ar',
    policy: 'Name of the policy that decides, such as one that leads to rejected:minimum_age_not_met',
  },
);

const READING: Tool[] = [
  toolOf(
    'search_docs',
    'Finds sections of the guides and the API reference by words. Returns ids for read_doc, best first.',
    { query: 'A few words, or the name of a call or an error code' },
  ),
  toolOf('read_doc', 'Returns one section of the documentation in Markdown.', {
    id: 'Id of the section, from search_docs',
  }),
].map((tool) => ({ ...tool, annotations: { readOnlyHint: true } }));

export function createTools({ service, baseUrl, stop, showsIdentity }: ToolsOptions): Tools {
  const documentation: Documentation = readDocumentation();
  const work: Record<string, Work> = {
    async trigger({ outcome, ...options }) {
      const wish = { baseUrl, outcome: String(outcome), options: options as SessionOptions, stop };
      const { plan: _, ...ended } = await triggerSession(service, wish);
      return ended;
    },
    search_docs: ({ query }) => documentation.search(String(query)),
    read_doc: ({ id }) => documentation.read(String(id)),
  };
  for (const { name, operation } of documentation.calls)
    work[name] = async (input) => {
      const answer = await service.call(operation, input);
      return operation === 'session.get' ? withoutIdentity(answer, showsIdentity) : answer;
    };
  return {
    list: [...documentation.calls.map(({ operation: _, ...tool }) => tool), TRIGGER, ...READING],
    async call(name, input) {
      try {
        return await work[name]?.(input);
      } catch (error) {
        if (error instanceof Refusal || error instanceof UsageError) throw error;
        throw new Error(plainSentence(error));
      }
    },
  };
}

/** The properties of a session that identify nobody. Everything else is left out. */
const HARMLESS = [
  ...['id', 'state', 'created', 'expires', 'initiated', 'ended', 'redacted', 'reference', 'callback_url'],
  ...['face_verification', 'passport_only', 'specimen', 'claims', 'policy', 'failure', 'chip'],
];
/** Images and sealed data fill the context of an assistant, which cannot use them. */
const USELESS = ['portrait', 'signature_image', 'face', 'sealed_data'];

/**
 * The part of `session.get` that an assistant may see. What it reads may be stored elsewhere, so identity data of real people is
 * left out unless `showsIdentity` is set.
 */
function withoutIdentity(session: unknown, showsIdentity: boolean): Record<string, unknown> {
  const fields = session as Record<string, unknown>;
  const shown = (name: string) =>
    showsIdentity || fields['specimen'] === true ? !USELESS.includes(name) : HARMLESS.includes(name);
  return Object.fromEntries(Object.entries(fields).filter(([name]) => shown(name)));
}
