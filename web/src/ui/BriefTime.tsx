import { Time } from './Time';

const withoutYear: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', hour: 'numeric', minute: 'numeric' };

export function BriefTime({ value }: { value: string }) {
  const isThisYear = new Date(value).getFullYear() === new Date().getFullYear();
  return <Time value={value} dateOnly format={isThisYear ? withoutYear : undefined} />;
}
