/** `npm run bench -- pdf`: what PDFs cost the main thread, which answers no call meanwhile, and the whole process. */
import { resolve } from 'node:path';
import { inRounds, machine, median, root, say, table } from './measure.ts';
import { bearer, createApi, prepare, serviceKind, startService } from './service.ts';

const REQUESTS = 20;
/** As long as a reference may be. Accents are the most costly to lay out. */
const REFERENCES = { long: 'r'.repeat(255), accents: 'a\u0301\u0302\u0303\u0304'.repeat(51) };

interface Options {
  rounds: number;
  /** The folder of another version of the project, to be measured in the same rounds. */
  before: string | undefined;
}

export async function pdf({ rounds, before }: Options): Promise<string> {
  const versions = [];
  try {
    for (const folder of before === undefined ? [root] : [root, resolve(before)])
      versions.push(await startVersion(folder));
    say('Drawing …');
    const samples = await inRounds(
      versions.flatMap(({ jobs }) => jobs),
      { rounds, warm_up: 1 },
      (draw) => draw(),
    );
    const cells = versions.map(({ jobs }) => jobs.map((job) => samples.get(job)!));
    const rows = TITLES.map((title, at) => [
      title,
      ...cells.flatMap((own) => PARTS.map((part) => median(own[at]!.map((sample) => sample[part])))),
    ]);
    const heads = [
      'CPU of a session.pdf, ms',
      ...versions.flatMap(({ name }) => [`${name}main thread`, `${name}process`]),
    ];
    return `${machine()}\n${serviceKind()}; medians of ${rounds} rounds\n\n${table(heads.join('|'), rows)}`;
  } finally {
    for (const { stop } of versions) await stop();
  }
}

const TITLES = [
  'open session, short reference',
  'approved session, 255 letters',
  'open session, 51 letters with 4 accents each',
];
const PARTS = ['main_ms', 'process_ms'] as const;

async function startVersion(folder: string) {
  const { service, access_token, approved } = await prepare({ open: 0, approved: 1, reference: REFERENCES.long });
  const server = await startService(service, folder);
  const api = createApi(server.base);
  const as = { authorization: bearer(access_token) };
  const open = (reference: string) => api('session.create', { reference, specimen: true }, as);
  const sessions = [await open('order-1042'), approved[0]!, await open(REFERENCES.accents)];
  return {
    name: folder === root ? '' : 'before: ',
    jobs: sessions.map(({ id }) => async () => {
      const before = await server.usage();
      for (let request = 0; request < REQUESTS; request++) await api('session.pdf', { id }, as);
      const { cpu_us, main_us } = await server.usage();
      const each = (end: number, start: number) => (end - start) / 1000 / REQUESTS;
      return { main_ms: each(main_us, before.main_us), process_ms: each(cpu_us, before.cpu_us) };
    }),
    async stop() {
      await server.stop();
      service.remove();
    },
  };
}
