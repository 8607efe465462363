import type { CodeTab } from '../ui/CodeBlock';
import document from './code-samples.md';

export function codeSample(name: string): CodeTab[] {
  const block = document.blocks.find((block) => 'tabs' in block && block.name === name);
  if (!block || !('tabs' in block)) throw new Error(`There is no code sample ${name}.`);
  return block.tabs;
}
