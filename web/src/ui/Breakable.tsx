/** A code, an email address or the name of an event, which wraps between its words if it does not fit a line. */
export const Breakable = ({ code }: { code: string }) =>
  code.split(/(?<=[_.@])/).map((word, index) => (index === 0 ? word : [<wbr key={word} />, word]));
