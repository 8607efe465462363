/** Shorter codes fit the narrowest column. They stay whole, because a page of the reference has hundreds of them. */
const SHORTEST = 20;

/** A code, an email address or the name of an event, which wraps between its words if it does not fit a line. */
export const Breakable = ({ code }: { code: string }) =>
  code.length < SHORTEST
    ? code
    : code.split(/(?<=[_.@])/).map((word, index) => (index === 0 ? word : [<wbr key={word} />, word]));
