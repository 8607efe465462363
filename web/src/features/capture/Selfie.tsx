import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import type { CameraReason } from './camera';
import { type CaptureTexts, useCaptureTexts } from './capture-texts';
import { faultOf, type PictureFault } from './picture-quality';
import { type Pictures, pixelsOf, takePictures } from './take-pictures';
import { useCamera } from './use-camera';

type Props = { onTaken: (pictures: Pictures) => void; onCancel: () => void };
type Hint = 'place' | PictureFault | 'good' | 'taking';
type Taken = { pictures: Pictures; fault: PictureFault | undefined };

/** The person sees the pictures before they are used. Until then, nothing leaves the page. */
export function Selfie({ onTaken, onCancel }: Props) {
  const t = useCaptureTexts();
  const video = useRef<HTMLVideoElement>(null);
  const [taken, setTaken] = useState<Taken>();
  const [isTaking, setTaking] = useState(false);
  const { state, retry } = useCamera(video, { facing: 'user', isOn: !taken });
  const isLive = state === 'live' && !taken;
  const judged = useHint(video, isLive && !isTaking);
  const hint: Hint = isTaking ? 'taking' : judged;

  const take = async () => {
    if (!video.current || isTaking) return;
    setTaking(true);
    try {
      const fault = faultOf(pixelsOf(video.current));
      setTaken({ pictures: await takePictures(video.current), fault });
    } catch {
      retry();
    } finally {
      setTaking(false);
    }
  };

  if (taken)
    return (
      <Preview
        taken={taken}
        onUse={() => onTaken(taken.pictures)}
        onAgain={() => setTaken(undefined)}
        onCancel={onCancel}
      />
    );
  if (state !== 'asking' && state !== 'live') return <NoCamera reason={state} onRetry={retry} onCancel={onCancel} />;
  return (
    <div className="space-y-4">
      <div className={frame}>
        <video ref={video} muted playsInline aria-label={t.selfie.live} className={isLive ? mirrored : 'invisible'} />
        <Oval stroke={!isLive ? 'stroke-edge' : isFault(hint) ? 'stroke-warning' : 'stroke-accent'} />
      </div>
      <p role="status" className="flex min-h-14 items-start justify-center gap-2 text-center">
        {isLive && hint === 'good' && <Icon name="check" className="mt-0.5 size-5 text-accent" />}
        {isLive && isFault(hint) && <Icon name="warning" className="mt-0.5 size-5 text-warning" />}
        <span className="max-w-[34ch]">{isLive ? t.selfie[hint] : t.camera.asking}</span>
      </p>
      <Actions>
        <Button aria-disabled={!isLive || undefined} loading={isTaking} onClick={() => isLive && void take()}>
          {t.selfie.take}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t.camera.back}
        </Button>
      </Actions>
    </div>
  );
}

const isFault = (hint: Hint): hint is PictureFault => hint === 'dark' || hint === 'bright' || hint === 'blurred';

const JUDGE_EVERY_MS = 350;
/** A hint is shown once two pictures in a row agree, because people could not read one that changes with every picture. */
const TIMES_SEEN = 2;

function useHint(video: RefObject<HTMLVideoElement | null>, isLive: boolean): 'place' | PictureFault | 'good' {
  const [hint, setHint] = useState<'place' | PictureFault | 'good'>('place');
  useEffect(() => {
    if (!isLive) return;
    setHint('place');
    let seen: PictureFault | 'good' | undefined;
    let times = 0;
    const timer = setInterval(() => {
      if (!video.current?.videoWidth) return;
      const now = faultOf(pixelsOf(video.current)) ?? 'good';
      times = now === seen ? times + 1 : 1;
      seen = now;
      if (times >= TIMES_SEEN) setHint(now);
    }, JUDGE_EVERY_MS);
    return () => clearInterval(timer);
  }, [video, isLive]);
  return hint;
}

type PreviewProps = { taken: Taken; onUse: () => void; onAgain: () => void; onCancel: () => void };

function Preview({ taken: { pictures, fault }, onUse, onAgain, onCancel }: PreviewProps) {
  const t = useCaptureTexts();
  const source = useDataUrl(pictures.face);
  return (
    <div className="space-y-4">
      <div className={frame}>{source && <img src={source} alt={t.selfie.taken} className={mirrored} />}</div>
      <p ref={focus} tabIndex={-1} role="status" className="min-h-14 text-center outline-none">
        {fault && <strong className="block font-medium text-warning">{t.selfie[fault]}</strong>}
        {t.selfie.check}
      </p>
      <Actions>
        <Button variant={fault ? 'secondary' : 'primary'} onClick={onUse}>
          {t.selfie.use}
        </Button>
        <Button variant={fault ? 'primary' : 'secondary'} onClick={onAgain}>
          {t.selfie.again}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t.camera.back}
        </Button>
      </Actions>
    </div>
  );
}

/** The page's content security policy allows `data:` but not `blob:` for pictures. */
function useDataUrl(jpeg: Uint8Array): string | undefined {
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    const reader = new FileReader();
    reader.onload = () => setUrl(String(reader.result));
    reader.readAsDataURL(new Blob([new Uint8Array(jpeg)], { type: 'image/jpeg' }));
    return () => reader.abort();
  }, [jpeg]);
  return url;
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });

type NoCameraProps = { reason: CameraReason; onRetry: () => void; onCancel: () => void; back?: string };

export function NoCamera({ reason, onRetry, onCancel, back }: NoCameraProps) {
  const t: CaptureTexts = useCaptureTexts();
  return (
    <div className="space-y-4">
      <div role="alert" className="flex gap-3 rounded-md border-s-4 border-warning bg-warning-wash px-4 py-3">
        <Icon name="warning" className="mt-1 size-5 text-warning" />
        <p>
          <strong className="block font-medium">{t.camera[reason]}</strong>
          {t.camera.remedy[reason]}
        </p>
      </div>
      <Actions>
        <Button onClick={onRetry}>{t.camera.again}</Button>
        <Button variant="quiet" onClick={onCancel}>
          {back ?? t.camera.back}
        </Button>
      </Actions>
    </div>
  );
}

const Actions = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap justify-center gap-3">{children}</div>
);

const frame = 'relative mx-auto aspect-3/4 w-full max-w-80 overflow-hidden rounded-md border border-hairline bg-sunken';
/** As in a mirror, which is how people know their face. What is sent is not mirrored. */
const mirrored = 'size-full -scale-x-100 object-cover';

/** Darkens everything outside the oval. The text below the video explains the colour. */
const Oval = ({ stroke }: { stroke: string }) => (
  <svg viewBox="0 0 300 400" aria-hidden="true" className="absolute inset-0 size-full">
    <path className="fill-(--shade)" fillRule="evenodd" d="M0 0H300V400H0ZM150 72a92 120 0 1 0 .01 0Z" />
    <ellipse className={`fill-none ${stroke}`} strokeWidth="4" cx="150" cy="192" rx="92" ry="120" />
  </svg>
);
