import type { CodeTab } from '../../ui/CodeBlock';

export type Document = { front?: unknown; title: string; lead: string; headings: Heading[]; blocks: Block[] };

export type Heading = { id: string; text: string; level: number };

export type Block = { html: string } | { name?: string; tabs: CodeTab[] } | Flow;

export type Edge = { from: string; to: string; text: string; dashed: boolean };
export type Flow =
  | { kind: 'sequence'; actors: { id: string; name: string }[]; edges: Edge[] }
  | { kind: 'states'; edges: Edge[] };

/** Parses the two kinds of Mermaid diagrams that the guides use, as far as our drawings need it. */
export function flowOf(source: string): Flow {
  const [head = '', ...lines] = source
    .trim()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  if (head === 'sequenceDiagram') {
    const actors = lines.flatMap((line) => {
      const [, id, name] = /^participant (\w+) as (.+)$/.exec(line) ?? [];
      return id && name ? [{ id, name }] : [];
    });
    return { kind: 'sequence', actors, edges: edgesOf(lines.slice(actors.length), /^(\w+)(--?>>)(\w+): (.+)$/) };
  }
  if (head === 'stateDiagram-v2') return { kind: 'states', edges: edgesOf(lines, /^(\w+) (-->) (\w+)(?:: (.+))?$/) };
  throw new Error(`Not a diagram that we draw: ${head}`);
}

function edgesOf(lines: string[], pattern: RegExp): Edge[] {
  return lines.map((line) => {
    const [, from, arrow, to, text = ''] = pattern.exec(line) ?? [];
    if (!from || !to) throw new Error(`Not an arrow: ${line}`);
    return { from, to, text, dashed: arrow === '-->>' };
  });
}
