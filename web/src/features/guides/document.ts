import type { CodeTab } from '../../ui/CodeBlock';
import type { Flow } from './flow';

/** A Markdown document as content-plugin.ts compiles it at build time. */
export type Document = {
  front?: unknown;
  title: string;
  lead: string;
  headings: Heading[];
  blocks: Block[];
};

export type Heading = { id: string; text: string; level: number };

export type Block = { html: string } | { name?: string; tabs: CodeTab[] } | Flow;
