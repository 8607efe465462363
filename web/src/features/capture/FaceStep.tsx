import { useState, useTransition } from 'react';
import { lazyPart } from '../../api/later';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useCaptureTexts } from './capture-texts';
import type { Pictures } from './take-pictures';

const Selfie = lazyPart(async () => (await import('./Selfie')).Selfie);

/** Loads the camera before a reading starts, so that the reading needs nothing more. If this fails, it is loaded when it is needed. */
export const prepareSelfie = () => void import('./Selfie').catch(() => {});

type Props = { heading?: 'h2' | 'h3'; onTaken: (pictures: Pictures) => void; onOwn: () => void };

/** Explains why the face is needed before the camera starts. With a specimen, the picture of its holder may be used instead. */
export function FaceStep({ heading: Heading = 'h3', onTaken, onOwn }: Props) {
  const t = useCaptureTexts();
  const [isOn, setOn] = useState(false);
  // The choice stays until the camera has loaded.
  const [isOpening, startOpening] = useTransition();
  return (
    <section aria-labelledby="face-step" className="space-y-4 rounded-md border border-hairline bg-raised p-5 sm:p-6">
      <Heading ref={focus} tabIndex={-1} id="face-step" className="display text-xl outline-none">
        {t.selfie.title}
      </Heading>
      {isOn ? (
        <Selfie onTaken={onTaken} onCancel={() => setOn(false)} />
      ) : (
        <>
          <p>{t.selfie.why}</p>
          <Button loading={isOpening} onClick={() => startOpening(() => setOn(true))}>
            <Icon name="user" className="size-5" />
            {t.selfie.start}
          </Button>
          <div className="space-y-2 border-t border-hairline pt-4">
            <p className="text-sm text-muted">{t.selfie.ownWhy}</p>
            <Button variant="secondary" size="small" onClick={onOwn}>
              {t.selfie.own}
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
