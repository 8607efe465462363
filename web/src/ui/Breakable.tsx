/** Shorter codes fit the narrowest column. They get no break points, because a page of the reference has hundreds of them. */
const SHORTEST = 20;

export const Breakable = ({ code }: { code: string }) =>
  code.length < SHORTEST
    ? code
    : code.split(/(?<=[_.@])/).map((word, index) => (index === 0 ? word : [<wbr key={word} />, word]));
