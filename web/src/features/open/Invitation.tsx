import type { ReaderSession, SessionClaim } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import type { Language } from '../../i18n/languages';
import { Button, buttonClass } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { Cancel } from './Cancel';
import { PlaceScene } from './drawings/scenes';
import { OnAnotherDevice, OnThisPhone } from './HandOver';
import { HowTo } from './HowTo';
import type { PhoneKind } from './use-browser';
import type { Seen } from './use-session';
import { filled, useWords } from './words';

type Props = {
  session: ReaderSession | undefined;
  line: Seen['line'];
  thisPhone: PhoneKind | undefined;
  token: string | undefined;
  /** Continues on this page, where everything can be done with a specimen. */
  onHere: () => void;
  isOpening: boolean;
  onCancelled: () => void;
};

export function Invitation({ session, line, thisPhone, token, onHere, isOpening, onCancelled }: Props) {
  const { t } = useWords();
  const isWaiting = session?.state === 'CREATED';
  // Once reading has begun, the buttons disappear. Their space remains, so that the text below does not move.
  const keepPlace = (place: HTMLDivElement | null) => {
    if (place && isWaiting) place.style.minHeight = `${place.scrollHeight}px`;
  };
  return (
    <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
      <div className="space-y-4">
        <h1 className="display text-4xl">{t.heading}</h1>
        <p className="measure min-h-28 text-base sm:min-h-16 sm:text-lg">
          {session?.merchant_name
            ? filled(t.lead, { merchant: <strong>{session.merchant_name}</strong> })
            : t.leadAnyone}
        </p>
      </div>
      <div className="space-y-6 lg:row-span-2">
        <Progress session={session} line={line} onThisDevice={thisPhone !== undefined} />
        <div ref={keepPlace} className="open-action space-y-6">
          {session && thisPhone && isWaiting && <OnThisPhone session={session} />}
          {session && !thisPhone && isWaiting && <OnAnotherDevice token={token} />}
          {session?.specimen && isWaiting && <Specimen token={token} onHere={onHere} isOpening={isOpening} />}
          {session && !isWaiting && (
            <div className="rounded-md border border-hairline bg-sunken">
              <div className="mx-auto max-w-80">
                <PlaceScene phone={thisPhone ?? 'iphone'} document="closed" />
              </div>
            </div>
          )}
          {session && token && <Cancel token={token} onCancelled={onCancelled} />}
        </div>
        <noscript>
          <p className="rounded-md border border-hairline bg-raised p-4">{t.needsScript}</p>
        </noscript>
      </div>
      <div className="space-y-12">
        <HowTo thisPhone={thisPhone} passportOnly={session?.passport_only ?? false} />
        <Needs session={session} />
        {session?.claims && <Kept claims={session.claims} />}
      </div>
    </div>
  );
}

function Specimen({ token, onHere, isOpening }: Pick<Props, 'token' | 'onHere' | 'isOpening'>) {
  const { language, t } = useWords();
  const site = language === 'es' ? '/es' : '';
  return (
    <div className="space-y-3 border-s-2 border-rose ps-4">
      <p className="text-sm text-muted">
        <strong className="font-medium text-ink">{t.specimen}.</strong> {t.specimenText}
      </p>
      <p className="flex flex-wrap gap-2">
        <Button variant="secondary" size="small" loading={isOpening} onClick={onHere}>
          {t.inBrowser}
        </Button>
        <a
          href={`${site}/reader?token=${encodeURIComponent(token ?? '')}`}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          {t.useSpecimen}
        </a>
      </p>
    </div>
  );
}

type ProgressProps = { session: ReaderSession | undefined; line: Seen['line']; onThisDevice: boolean };

const order = ['CREATED', 'INITIATED', 'COMPLETED'];

function Progress({ session, line, onThisDevice }: ProgressProps) {
  const { t } = useWords();
  const now = session ? order.indexOf(session.state) : -1;
  const steps = [
    onThisDevice
      ? { name: t.stepOpen, title: t.ready, text: t.readyText }
      : { name: t.stepOpen, title: t.waiting, text: t.waitingText },
    { name: t.stepRead, title: t.reading, text: t.readingText },
    { name: t.stepCheck, title: t.checking, text: t.checkingText },
  ];
  const { title, text } = steps[now] ?? { title: t.loading, text: '' };
  return (
    <section aria-label={t.progress} className="rounded-md border border-hairline bg-raised px-5 py-4">
      <ol className="grid grid-cols-3 gap-2 text-xs">
        {steps.map(({ name }, index) => (
          <li key={name} aria-current={index === now ? 'step' : undefined} className={index <= now ? '' : 'text-muted'}>
            <span className={`mb-1.5 block h-1 rounded-full ${index < now ? 'bg-accent' : 'bg-hairline'}`}>
              {index === now && <span className="progress-now block h-1 rounded-full bg-accent" />}
            </span>
            {name}
          </li>
        ))}
      </ol>
      <div role="status" className="mt-3 min-h-19">
        <p className="text-lg leading-7 font-medium">{title}</p>
        {line === 'heard' ? (
          <p className="text-sm text-muted">{text}</p>
        ) : (
          <p className="flex gap-2 text-sm text-warning">
            <Icon name="warning" className="mt-0.5 size-5" />
            {line === 'offline' ? t.offline : t.silent}
          </p>
        )}
      </div>
    </section>
  );
}

type Needed = Pick<ReaderSession, 'passport_only' | 'face_verification'> & { expires?: string };

export function Needs({ session }: { session: Needed | undefined }) {
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
        {session?.expires && (
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

function Kept({ claims }: { claims: SessionClaim[] }) {
  const { t } = useWords();
  const answer = (claim: SessionClaim) =>
    isAge(claim) ? filled(t.keptAge, { age: claim.slice(AGE.length) }) : t.keptAnswers[claim];
  return (
    <section aria-labelledby="kept">
      <h2 id="kept" className="display mb-4 text-xl">
        {t.kept}
      </h2>
      <p className="measure mb-4">{t.keptText}</p>
      <ul className="measure space-y-2">
        {claims.map((claim) => (
          <Need key={claim}>{answer(claim)}</Need>
        ))}
      </ul>
    </section>
  );
}

const AGE = 'age_over_';
const isAge = (claim: SessionClaim): claim is SessionClaim & `${typeof AGE}${string}` => claim.startsWith(AGE);

const Need = ({ children }: { children: ReactNode }) => (
  <li className="flex gap-3">
    <Icon name="check" className="mt-1 size-5 text-accent" />
    <span>{children}</span>
  </li>
);

const timeIn = (language: Language, time: string) =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', hour: 'numeric', minute: '2-digit' }).format(
    new Date(time),
  );

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

function leftIn(language: Language, time: string): string {
  const left_ms = Math.max(Date.parse(time) - Date.now(), 0);
  const format = new Intl.RelativeTimeFormat(language);
  return left_ms < 2 * HOUR_MS
    ? format.format(Math.floor(left_ms / MINUTE_MS), 'minute')
    : format.format(Math.floor(left_ms / HOUR_MS), 'hour');
}
