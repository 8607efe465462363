export type SampleLanguage = 'ts' | 'curl' | 'python' | 'php' | 'java' | 'go' | 'csharp';

/** The languages of code samples, in the order of their tabs. The first is shown to somebody who has chosen none. */
export const sampleLanguages: { language: SampleLanguage; label: string }[] = [
  { language: 'ts', label: 'TypeScript' },
  { language: 'curl', label: 'curl' },
  { language: 'python', label: 'Python' },
  { language: 'php', label: 'PHP' },
  { language: 'java', label: 'Java' },
  { language: 'go', label: 'Go' },
  { language: 'csharp', label: 'C#' },
];

type Samples = Promise<{ default: Record<string, string> }>;

/** The samples that a page does not hold from the start. */
const later: Partial<Record<SampleLanguage, () => Samples>> = {
  python: () => import('virtual:samples/python'),
  php: () => import('virtual:samples/php'),
  java: () => import('virtual:samples/java'),
  go: () => import('virtual:samples/go'),
  csharp: () => import('virtual:samples/csharp'),
};

/** The sample of an operation in a language, or undefined when the page itself has it. */
export const loadSample = async (language: SampleLanguage, operationId: string): Promise<string | undefined> =>
  (await later[language]?.())?.default[operationId];
