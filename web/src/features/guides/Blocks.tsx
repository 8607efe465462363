import './prose.css';
import { CodeBlock } from '../../ui/CodeBlock';
import { SequenceDiagram, StateDiagram } from './diagrams';
import type { Block } from './document';

export function Blocks({ blocks, lang }: { blocks: Block[]; lang?: string }) {
  return (
    <div className="prose" lang={lang}>
      {blocks.map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a fixed text never reorder.
        <BlockView key={index} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { block: Block }) {
  if ('html' in block) {
    // biome-ignore lint/security/noDangerouslySetInnerHtml: compiled at build from our own Markdown, in which HTML is off.
    return <div className="contents" dangerouslySetInnerHTML={{ __html: block.html }} />;
  }
  if ('tabs' in block) return <CodeBlock tabs={block.tabs} className="my-6" />;
  return block.kind === 'sequence' ? <SequenceDiagram {...block} /> : <StateDiagram edges={block.edges} />;
}
