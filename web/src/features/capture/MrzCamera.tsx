import type { ReadMrz } from '@sigill/reader/mrz-camera';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { type CaptureTexts, useCaptureTexts } from './capture-texts';
import { printedDay } from './printed-day';
import { readLines } from './read-lines';

export { loadRecognition } from './read-lines';

import { NoCamera } from './Selfie';
import { useCamera } from './use-camera';
import { useTorch } from './use-torch';

type Props = { onRead: (mrz: ReadMrz) => void; onType: () => void };
type Hint = 'place' | 'closer' | 'still' | 'dark';

/** The person sees the lines before they are used, and no picture leaves the page. */
export function MrzCamera({ onRead, onType }: Props) {
  const t = useCaptureTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [read, setRead] = useState<ReadMrz>();
  const { state, retry } = useCamera(video, { facing: 'environment', isOn: !read });
  const isLive = state === 'live' && !read;
  const { hint, hasFailed, readAgain } = useReading(video, isLive, setRead);
  const torch = useTorch(video, isLive);

  if (read) return <Lines read={read} onUse={() => onRead(read)} onAgain={() => setRead(undefined)} onType={onType} />;
  if (hasFailed || (state !== 'asking' && state !== 'live'))
    return (
      <NoCamera
        reason={hasFailed || state === 'asking' || state === 'live' ? 'unsupported' : state}
        onRetry={() => {
          readAgain();
          retry();
        }}
        onCancel={onType}
        back={t.mrz.type}
      />
    );
  return (
    <div className="space-y-4">
      <div className="relative mx-auto aspect-4/3 w-full max-w-form overflow-hidden rounded-md border border-hairline bg-sunken">
        <video
          ref={video}
          muted
          playsInline
          aria-label={t.mrz.live}
          className={isLive ? 'size-full object-cover' : 'invisible'}
        />
        <Band stroke={hint === 'place' ? 'stroke-accent' : 'stroke-warning'} />
      </div>
      <p role="status" className="flex min-h-14 items-start justify-center gap-2 text-center">
        {isLive && hint !== 'place' && <Icon name="warning" className="mt-0.5 size-5 text-warning" />}
        <span className="max-w-[40ch]">{isLive ? t.mrz[hint] : t.camera.asking}</span>
      </p>
      <Actions>
        {torch.isOffered && (
          <Button variant="secondary" aria-pressed={torch.isOn} onClick={torch.toggle}>
            {torch.isOn ? t.mrz.torchOff : t.mrz.torchOn}
          </Button>
        )}
        <Button variant="quiet" onClick={onType}>
          {t.mrz.type}
        </Button>
      </Actions>
    </div>
  );
}

/** If nothing has been read for this long, another hint is shown. */
const CLOSER_AFTER_MS = 5000;
const STILL_AFTER_MS = 10_000;

function useReading(video: RefObject<HTMLVideoElement | null>, isLive: boolean, onRead: (mrz: ReadMrz) => void) {
  const [hint, setHint] = useState<Hint>('place');
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    if (!isLive || !video.current) return;
    const stop = new AbortController();
    const started = performance.now();
    setHint('place');
    readLines(video.current, {
      signal: stop.signal,
      onPicture: (read) => {
        if ('mrz' in read) return onRead(read.mrz);
        const waited = performance.now() - started;
        if (read.isDark) setHint('dark');
        else setHint(waited > STILL_AFTER_MS ? 'still' : waited > CLOSER_AFTER_MS ? 'closer' : 'place');
      },
    }).catch(() => setFailed(!stop.signal.aborted));
    return () => stop.abort();
  }, [video, isLive, onRead]);
  return { hint, hasFailed, readAgain: () => setFailed(false) };
}

type LinesProps = { read: ReadMrz; onUse: () => void; onAgain: () => void; onType: () => void };

function Lines({ read: { lines, doubtful, key }, onUse, onAgain, onType }: LinesProps) {
  const t: CaptureTexts = useCaptureTexts();
  const title = useId();
  const { lang } = document.documentElement;
  const details = [
    [t.mrz.number, key.document_number],
    [t.mrz.birth, printedDay(key.date_of_birth, 'PAST', lang)],
    [t.mrz.expiry, printedDay(key.date_of_expiry, 'FUTURE', lang)],
  ] as const;
  return (
    <section aria-labelledby={title} className="mx-auto max-w-form space-y-4">
      <h3 ref={focus} tabIndex={-1} id={title} className="display text-xl outline-none">
        {t.mrz.read}
      </h3>
      <p>{t.mrz.compare}</p>
      <div className="@container rounded-md border border-hairline bg-raised p-3">
        <code dir="ltr" className="block font-mono text-[min(3.6cqi,1rem)] whitespace-pre">
          {lines.map((line, at) => (
            <Line key={line} line={line} doubtful={doubtful.filter((place) => place.line === at)} />
          ))}
        </code>
      </div>
      <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-3">
        {details.map(([name, value]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="font-medium">
              <bdi>{value}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      <Actions>
        <Button onClick={onUse}>{t.mrz.use}</Button>
        <Button variant="secondary" onClick={onAgain}>
          {t.mrz.again}
        </Button>
        <Button variant="quiet" onClick={onType}>
          {t.mrz.type}
        </Button>
      </Actions>
    </section>
  );
}

/** Marks the letters that might be others. */
const Line = ({ line, doubtful }: { line: string; doubtful: ReadMrz['doubtful'] }) => (
  <span className="block">
    {[...line].map((letter, at) =>
      doubtful.some(({ column }) => column === at) ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the letters of a line keep their places.
        <mark key={at} className="rounded-xs bg-warning-wash text-inherit">
          {letter}
        </mark>
      ) : (
        letter
      ),
    )}
  </span>
);

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-center gap-3">{children}</div>
);

/** Darkens everything outside the band for the lines. The text below the video explains the colour. */
const Band = ({ stroke }: { stroke: string }) => (
  <svg viewBox="0 0 400 300" aria-hidden="true" className="absolute inset-0 size-full">
    <path className="fill-(--shade)" fillRule="evenodd" d="M0 0H400V300H0ZM12 150V260H388V150Z" />
    <rect className={`fill-none ${stroke}`} strokeWidth="3" x="12" y="150" width="376" height="110" rx="6" />
  </svg>
);
