import { loadLater } from '../../api/later';

/** In tab order. The first is the default. */
export const sampleLanguages = [
  { language: 'ts', label: 'TypeScript' },
  { language: 'curl', label: 'curl' },
  { language: 'python', label: 'Python' },
  { language: 'php', label: 'PHP' },
  { language: 'java', label: 'Java' },
  { language: 'go', label: 'Go' },
  { language: 'csharp', label: 'C#' },
] as const;
export type SampleLanguage = (typeof sampleLanguages)[number]['language'];

type Samples = Promise<{ default: Record<string, string> }>;

/** The samples that a page does not contain from the start. */
const later: Partial<Record<SampleLanguage, () => Samples>> = {
  python: () => import('virtual:samples/python'),
  php: () => import('virtual:samples/php'),
  java: () => import('virtual:samples/java'),
  go: () => import('virtual:samples/go'),
  csharp: () => import('virtual:samples/csharp'),
};

/** Undefined when the page already contains the sample. */
export async function loadSample(language: SampleLanguage, operationId: string): Promise<string | undefined> {
  const load = later[language];
  return load && (await loadLater(load)).default[operationId];
}
