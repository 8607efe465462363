/** Shorter codes fit the narrowest column, so they get no break points, which would add hundreds of elements to a page of the reference. */
const SHORTEST = 20;

export const Breakable = ({ code }: { code: string }) =>
  code.length < SHORTEST
    ? code
    : code.split(/(?<=[_.@])/).map((word, index) => (index === 0 ? word : [<wbr key={word} />, word]));
