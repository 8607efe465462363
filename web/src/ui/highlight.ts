export type Token = { kind: 'string' | 'comment' | 'word' | 'plain'; text: string };

/** The elements for the kinds of tokens, which ui.css colours. Without classes, because a page has hundreds of them. */
export const marks = { string: 'i', comment: 'em', word: 'b', plain: undefined } as const;

const pattern =
  /(?<comment>(?:^|(?<=\s))(?:\/\/|#)[^\n]*)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<word>\b(?:import|from|const|let|var|val|func|fun|await|async|function|return|new|export|if|else|for|try|catch|throw|true|false|curl|npm|install|package|class|public|static|void|using|def|print|echo)\b(?!-))/gm;

/** Finds strings, comments and keywords in code, so that they can be styled. It does not parse any language. */
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

/** Writes code into an element, with the same markup as CodeBlock. */
export function writeCode(panel: Element, code: string): void {
  const element = document.createElement('code');
  for (const { kind, text } of highlight(code)) {
    const mark = marks[kind];
    element.append(mark ? Object.assign(document.createElement(mark), { textContent: text }) : text);
  }
  panel.replaceChildren(element);
}
