import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useCaptureTexts } from './capture-texts';
import { KeyForm, type TypedKey } from './KeyForm';

const MrzCamera = lazy(async () => ({ default: (await import('./MrzCamera')).MrzCamera }));

type Props = { tries_left: number | undefined; onKey: (key: TypedKey) => void };

/** The printed details that open the chip: typed, or read with the camera. */
export function KeyStep({ tries_left, onKey }: Props) {
  const t = useCaptureTexts();
  const [scan, setScan] = useState<'not yet' | 'on' | 'left'>('not yet');
  if (scan === 'on')
    return (
      <Suspense fallback={<div className="h-80" />}>
        <MrzCamera onRead={({ key }) => onKey(key)} onType={() => setScan('left')} />
      </Suspense>
    );
  return (
    <div className="min-w-0 space-y-6">
      <Button ref={scan === 'left' ? focus : undefined} variant="secondary" onClick={() => setScan('on')}>
        <Icon name="search" className="size-5" />
        {t.mrz.scan}
      </Button>
      <KeyForm tries_left={tries_left} onKey={onKey} />
    </div>
  );
}

const focus = (element: HTMLElement | null) => element?.focus({ preventScroll: true });
