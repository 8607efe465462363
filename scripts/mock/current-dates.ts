/**
 * The examples of the contract are dated. The mock moves all dates of a response by the same time, so that what happened last has
 * just happened: their order and distances stay, and what expires lies ahead. Texts that contain a date stay, because the bytes of a
 * callback are signed.
 */

const DATE = /^\d{4}-\d{2}-\d{2}(?:T[\d:.]+Z)?$/;
/** Dates of documents and of what States publish, which have nothing to do with when the response was written. */
const OF_DOCUMENTS = /^(latest_date_of_birth|date_of_birth|issue_date|expiry_date|not_before|not_after|source_date)$/;
const AHEAD = /(^|_)expires$|^(next_attempt|cancels_at|cycle_end|from)$/;
/** Also how far ahead a response's first date is, if it reports nothing else and that date is over. */
const ONE_DAY = 86_400_000;

export function withCurrentDates(answer: unknown, now: Date): unknown {
  const dates = [...datesIn(answer)];
  const past = dates.filter(({ name }) => !AHEAD.test(name)).map(({ at }) => at);
  const ahead = dates.filter(({ name }) => AHEAD.test(name)).map(({ at }) => at);
  const over = ahead.some((at) => at < now.getTime()) ? [Math.min(...ahead) - ONE_DAY] : [];
  const written = past.length > 0 ? [Math.max(...past)] : over;
  return written.length > 0 ? moved(answer, now.getTime(), written[0]!) : answer;
}

function* datesIn(value: unknown, name = ''): Generator<{ name: string; at: number }> {
  if (typeof value === 'string' && DATE.test(value) && !OF_DOCUMENTS.test(name)) yield { name, at: Date.parse(value) };
  if (typeof value === 'object' && value !== null)
    for (const [key, child] of Object.entries(value)) yield* datesIn(child, Array.isArray(value) ? name : key);
}

/** Days are moved by whole days. */
function moved(answer: unknown, now: number, written: number): unknown {
  const days = Math.floor(now / ONE_DAY) - Math.floor(written / ONE_DAY);
  const later = (text: string, by: number) => new Date(Date.parse(text) + by).toISOString();
  const move = (name: string, value: unknown) => {
    if (typeof value !== 'string' || !DATE.test(value) || OF_DOCUMENTS.test(name)) return value;
    return value.includes('T') ? later(value, now - written) : later(value, days * ONE_DAY).slice(0, 10);
  };
  return JSON.parse(JSON.stringify(answer), move);
}
