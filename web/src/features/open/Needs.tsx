import type { ReaderSession } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import type { Language } from './languages';
import { filled, useWords } from './words';

/** What the person needs to have at hand. */
export function Needs({ session }: { session: ReaderSession | undefined }) {
  const { language, t } = useWords();
  return (
    <section aria-labelledby="need">
      <h2 id="need" className="display mb-4 text-xl">
        {t.need}
      </h2>
      <ul className="measure space-y-2">
        <Need>{session?.passport_only ? t.needPassport : t.needDocument}</Need>
        <Need>{t.needPhone}</Need>
        {session?.face_verification && <Need>{t.needFace}</Need>}
        {session && (
          <Need>
            {filled(t.validUntil, {
              time: <time dateTime={session.expires}>{timeIn(language, session.expires)}</time>,
              left: leftIn(language, session.expires),
            })}
          </Need>
        )}
      </ul>
    </section>
  );
}

const Need = ({ children }: { children: ReactNode }) => (
  <li className="flex gap-3">
    <Icon name="check" className="mt-1 size-5 text-accent" />
    <span>{children}</span>
  </li>
);

/** In the reader's time zone. */
const timeIn = (language: Language, time: string) =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' }).format(
    new Date(time),
  );

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** The time left, with the language's plural form for the number. */
function leftIn(language: Language, time: string): string {
  const left_ms = Math.max(Date.parse(time) - Date.now(), 0);
  const format = new Intl.RelativeTimeFormat(language);
  return left_ms < 2 * HOUR_MS
    ? format.format(Math.floor(left_ms / MINUTE_MS), 'minute')
    : format.format(Math.floor(left_ms / HOUR_MS), 'hour');
}
