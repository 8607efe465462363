export type Token = { kind: 'string' | 'comment' | 'word' | 'plain'; text: string };

export const paints: Record<Token['kind'], string | undefined> = {
  string: 'text-accent',
  comment: 'text-muted italic',
  word: 'font-semibold',
  plain: undefined,
};

const pattern =
  /(?<comment>(?:^|(?<=\s))(?:\/\/|#)[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<word>\b(?:import|from|const|let|var|val|func|fun|await|async|function|return|new|export|if|else|for|try|catch|throw|true|false|curl|npm|install|package|class|public|static|void|using|def|print|echo)\b(?!-))/gm;

/** Finds strings and comments in code, so that they can be paler than the rest. It does not parse any language. */
export function highlight(code: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) tokens.push({ kind: 'plain', text: code.slice(end, match.index) });
    const kind = match.groups?.['comment'] ? 'comment' : match.groups?.['string'] ? 'string' : 'word';
    tokens.push({ kind, text: match[0] });
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push({ kind: 'plain', text: code.slice(end) });
  return tokens;
}

/** Writes code into an element as CodeBlock renders it. */
export function writeCode(panel: Element, code: string): void {
  const element = document.createElement('code');
  for (const { kind, text } of highlight(code)) {
    const paint = paints[kind];
    if (!paint) element.append(text);
    else element.append(Object.assign(document.createElement('span'), { className: paint, textContent: text }));
  }
  panel.replaceChildren(element);
}
