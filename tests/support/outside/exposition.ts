/** Reads what Prometheus scrapes: the text format, version 0.0.4. Stricter than Prometheus itself. */

export interface Sample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const HELP = /^# HELP ([a-zA-Z_][a-zA-Z0-9_]*) [^\n]+$/;
const TYPE = /^# TYPE ([a-zA-Z_][a-zA-Z0-9_]*) (counter|gauge|histogram)$/;
const SAMPLE = /^([a-zA-Z_][a-zA-Z0-9_]*)(?:\{(.*)\})? (\d+(?:\.\d+)?(?:e[+-]?\d+)?|\+Inf)$/;
const LABEL = /([a-z_]+)="((?:[^"\\]|\\["\\n])*)"(,|$)/y;
const OF_HISTOGRAM = /_(bucket|sum|count)$/;

/** @throws for anything that is not a sample of a metric that was introduced with HELP and TYPE just before. */
export function parseExposition(text: string) {
  const types = new Map<string, string>();
  const samples: Sample[] = [];
  let helped: string | undefined;
  let current: string | undefined;
  for (const line of text.trimEnd().split('\n')) {
    const [, help] = HELP.exec(line) ?? [];
    const [, typed, type] = TYPE.exec(line) ?? [];
    if (help) helped = help;
    else if (typed && type) {
      if (typed !== helped || types.has(typed)) throw new Error(`TYPE without HELP, or twice: ${line}`);
      types.set(typed, type);
      current = typed;
    } else samples.push(sampleOf(line, current, current && types.get(current)));
  }
  const keys = samples.map(({ name, labels }) => `${name} ${JSON.stringify(Object.entries(labels).sort())}`);
  if (new Set(keys).size !== keys.length) throw new Error('A series appears twice');
  const find = (name: string, labels: Record<string, string> = {}) =>
    samples.filter(
      (sample) =>
        sample.name === name && Object.entries(labels).every(([label, value]) => sample.labels[label] === value),
    );
  return {
    types,
    samples,
    find,
    value(name: string, labels?: Record<string, string>): number | undefined {
      const found = find(name, labels);
      if (found.length > 1) throw new Error(`${name} has ${found.length} series with ${JSON.stringify(labels)}`);
      return found[0]?.value;
    },
  };
}

function sampleOf(line: string, current: string | undefined, type: string | undefined): Sample {
  const [, name, labels = '', value] = SAMPLE.exec(line) ?? [];
  const owner = type === 'histogram' ? name?.replace(OF_HISTOGRAM, '') : name;
  if (!name || !value || owner !== current) throw new Error(`Not a sample of ${current}: ${line}`);
  return { name, labels: labelsOf(labels), value: value === '+Inf' ? Number.POSITIVE_INFINITY : Number(value) };
}

function labelsOf(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  for (LABEL.lastIndex = 0; LABEL.lastIndex < text.length; ) {
    const [, name, value] = LABEL.exec(text) ?? [];
    if (!name || value === undefined || name in labels) throw new Error(`Not labels: ${text}`);
    labels[name] = value;
  }
  return labels;
}
