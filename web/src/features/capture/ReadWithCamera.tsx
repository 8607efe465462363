import type { ReadMrz } from '@sigill/reader/mrz-camera';
import { useState, useTransition } from 'react';
import { lazyPart } from '../../api/later';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { useCaptureTexts } from './capture-texts';

const MrzCamera = lazyPart(async () => {
  const { loadRecognition, MrzCamera } = await import('./MrzCamera');
  await loadRecognition();
  return MrzCamera;
});

export function ReadWithCamera({ onKey }: { onKey: (key: ReadMrz['key']) => void }) {
  const t = useCaptureTexts();
  const [isOn, setOn] = useState(false);
  // The details can be typed until the camera has loaded.
  const [isOpening, startOpening] = useTransition();
  if (!isOn)
    return (
      <Button variant="secondary" loading={isOpening} onClick={() => startOpening(() => setOn(true))}>
        <Icon name="search" className="size-5" />
        {t.flow.readLines}
      </Button>
    );
  return (
    <div className="rounded-md border border-hairline bg-raised p-5 sm:p-6">
      <MrzCamera
        onRead={({ key }) => {
          setOn(false);
          onKey(key);
        }}
        onType={() => setOn(false)}
      />
    </div>
  );
}
