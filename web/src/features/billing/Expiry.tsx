/** The last month in which a card is valid, as printed on cards: `2029-08` is 08/29. */
export const Expiry = ({ month }: { month: string }) => (
  <time dateTime={month} className="font-mono">
    {month.slice(5)}/{month.slice(2, 4)}
  </time>
);
