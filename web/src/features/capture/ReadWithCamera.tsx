import type { ReadMrz } from '@sigill/reader/mrz-camera';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useCaptureTexts } from './capture-texts';

const MrzCamera = lazy(async () => ({ default: (await import('./MrzCamera')).MrzCamera }));

export function ReadWithCamera({ onKey }: { onKey: (key: ReadMrz['key']) => void }) {
  const t = useCaptureTexts();
  const [isOn, setOn] = useState(false);
  if (!isOn)
    return (
      <Button variant="secondary" onClick={() => setOn(true)}>
        <Icon name="search" className="size-5" />
        {t.flow.readLines}
      </Button>
    );
  return (
    <div className="rounded-md border border-hairline bg-raised p-5 sm:p-6">
      <Suspense fallback={<div className="h-80" />}>
        <MrzCamera
          onRead={({ key }) => {
            setOn(false);
            onKey(key);
          }}
          onType={() => setOn(false)}
        />
      </Suspense>
    </div>
  );
}
