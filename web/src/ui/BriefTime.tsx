import { Time } from './Time';

const withoutYear: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' };

/** A time in a list: without the year if it is this year, and otherwise without the time of day. */
export function BriefTime({ value }: { value: string }) {
  const isThisYear = new Date(value).getFullYear() === new Date().getFullYear();
  return <Time value={value} dateOnly format={isThisYear ? withoutYear : undefined} />;
}
