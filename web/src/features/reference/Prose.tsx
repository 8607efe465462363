/** A description from the contract, with paragraphs, lists and `code`. */
export function Prose({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div lang="en" className={`space-y-3 ${className}`}>
      {text
        .trim()
        .split(/\n\n+/)
        .map((block) =>
          block.startsWith('- ') ? (
            <ul key={block} className="list-disc space-y-1.5 pl-5 marker:text-muted">
              {block.split(/\n?- /).map((line) => line && <li key={line}>{inline(line)}</li>)}
            </ul>
          ) : (
            <p key={block}>{inline(block)}</p>
          ),
        )}
    </div>
  );
}

export const inline = (text: string) =>
  text.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never reorder.
      <code key={index} className="quoted">
        {part}
      </code>
    ) : (
      part
    ),
  );
