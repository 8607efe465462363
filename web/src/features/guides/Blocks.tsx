import './prose.css';
import { useLingui } from '@lingui/react/macro';
import { CodeBlock } from '../../ui/CodeBlock';
import type { Block, Edge, Flow } from './document';

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

const width = 760;
const head = 64;
const step = 46;

/** On phones and for screen readers, the diagram is a list. */
function SequenceDiagram({ actors, edges }: Extract<Flow, { kind: 'sequence' }>) {
  const { t } = useLingui();
  // With more actors, the outer ones are closer to the edges.
  const edge = 288 / actors.length;
  const column = (width - 2 * edge) / (actors.length - 1);
  const height = head + edges.length * step + 24;
  const middle = (id: string) => edge + column * actors.findIndex((actor) => actor.id === id);
  const name = (id: string) => actors.find((actor) => actor.id === id)?.name;
  return (
    <figure className="my-8" aria-label={t`The sequence of calls`}>
      <ol className="divide-y divide-hairline border-y border-hairline text-sm sm:sr-only">
        {edges.map(({ from, to, text }, index) => (
          <li key={text} className="grid grid-cols-[2rem_1fr] py-2.5">
            <span aria-hidden="true" className="font-mono text-xs leading-6 text-accent">
              {index + 1}
            </span>
            <span>
              {text}
              <span className="block text-xs text-muted">
                {name(from)} → {name(to)}
              </span>
            </span>
          </li>
        ))}
      </ol>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        aria-hidden="true"
        className="h-auto w-full rounded-md border border-hairline bg-raised max-sm:hidden"
        fill="none"
      >
        <defs>
          <marker id="tip" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto">
            <path d="M0.5 0.5L7.5 4 0.5 7.5" className="stroke-accent" strokeWidth="1.4" />
          </marker>
        </defs>
        {actors.map(({ id, name }) => (
          <g key={id}>
            <path d={`M${middle(id)} ${head - 16}V${height - 12}`} className="stroke-edge" strokeDasharray="2 4" />
            <text
              x={middle(id)}
              y="32"
              textAnchor="middle"
              className="fill-ink font-sans"
              fontSize="14"
              fontWeight="600"
            >
              {name}
            </text>
          </g>
        ))}
        {edges.map(({ from, to, text, dashed }, index) => {
          const y = head + index * step + 30;
          const [start, end] = [middle(from), middle(to)];
          const self = start === end;
          const inset = Math.sign(end - start) * 5;
          return (
            <g key={text}>
              <path
                d={self ? `M${start} ${y - 10}h26v18h-21` : `M${start + inset} ${y}H${end - inset}`}
                className="stroke-accent"
                strokeWidth="1.3"
                strokeDasharray={dashed ? '5 4' : undefined}
                markerEnd="url(#tip)"
              />
              <text
                x={self ? start + 34 : (start + end) / 2}
                y={self ? y + 3 : y - 8}
                textAnchor={self ? 'start' : 'middle'}
                className="diagram-label fill-ink font-sans"
                fontSize="12.5"
              >
                {text}
              </text>
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

/** The position of each session state: the steps to approval above, the other outcomes below. */
const places: Record<string, [column: number, row: number]> = {
  CREATED: [0, 0],
  INITIATED: [1, 0],
  COMPLETED: [2, 0],
  APPROVED: [3, 0],
  ABORTED: [0, 1],
  FAILED: [1, 1],
  REJECTED: [2, 1],
};
const [box_width, box_height] = [132, 40];

function StateDiagram({ edges }: { edges: Edge[] }) {
  const { t } = useLingui();
  const ends = Object.keys(places).filter((state) => edges.every(({ from }) => from !== state));
  const center = (state: string) => {
    const [column, row] = places[state] ?? [0, 0];
    return { x: 84 + column * 197, y: 50 + row * 120 };
  };
  return (
    <svg
      viewBox="0 0 760 220"
      role="img"
      aria-label={t`The states of a session and the transitions between them, as in the table.`}
      className="my-8 h-auto w-full rounded-md border border-hairline bg-raised max-sm:hidden"
      fill="none"
    >
      <defs>
        <marker id="state-tip" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" orient="auto">
          <path d="M0.5 0.5L7.5 4 0.5 7.5" className="stroke-edge" strokeWidth="1.4" />
        </marker>
      </defs>
      {edges.map(({ from, to }) => {
        const [start, end] = [center(from), center(to)];
        const level = start.y === end.y;
        const slant = Math.sign(end.x - start.x) * 40;
        const path = level
          ? `M${start.x + box_width / 2} ${start.y}H${end.x - box_width / 2 - 3}`
          : `M${start.x + slant} ${start.y + box_height / 2}L${end.x - slant} ${end.y - box_height / 2 - 3}`;
        return <path key={from + to} d={path} className="stroke-edge" strokeWidth="1.3" markerEnd="url(#state-tip)" />;
      })}
      {Object.keys(places).map((state) => {
        const { x, y } = center(state);
        const tone = state === 'APPROVED' ? 'stroke-accent' : 'stroke-edge';
        return (
          <g key={state}>
            <rect
              x={x - box_width / 2}
              y={y - box_height / 2}
              width={box_width}
              height={box_height}
              rx="6"
              className={`fill-paper ${tone}`}
            />
            {ends.includes(state) && (
              <rect
                x={x - box_width / 2 + 3}
                y={y - box_height / 2 + 3}
                width={box_width - 6}
                height={box_height - 6}
                rx="4"
                className={tone}
              />
            )}
            <text
              x={x}
              y={y + 5}
              textAnchor="middle"
              className={`font-mono ${state === 'APPROVED' ? 'fill-accent' : 'fill-ink'}`}
              fontSize="14"
            >
              {state}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
