import { useLingui } from '@lingui/react/macro';

export function Prose({ text, className = '' }: { text: string; className?: string }) {
  const { i18n } = useLingui();
  return (
    <div lang={contractLanguage(i18n.locale)} className={`prose ${className}`.trim()}>
      {text
        .trim()
        .split(/\n\n+/)
        .map((block) =>
          block.startsWith('- ') ? (
            <ul key={block}>{block.split(/\n?- /).map((line) => line && <li key={line}>{inline(line)}</li>)}</ul>
          ) : (
            <p key={block}>{inline(block)}</p>
          ),
        )}
    </div>
  );
}

/** The language of the contract's texts, for a `lang` attribute. Undefined on pages in the same language. */
export const contractLanguage = (locale: string) => (locale === 'en' ? undefined : 'en');

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
