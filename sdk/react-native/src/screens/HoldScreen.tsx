import type { ReactElement } from 'react';
import type { Reader } from '../reading/create-reader.ts';
import type { Phase } from '../reading/phase.ts';
import { useLook } from '../theme/look.tsx';
import { Button } from './parts/Controls.tsx';
import { HoldDrawing } from './parts/HoldDrawing.tsx';
import { Screen, Words } from './parts/Screen.tsx';

export function HoldScreen({ again, onCancel }: { again: boolean; onCancel: () => void }): ReactElement {
  const { texts, phone } = useLook();
  const steps = texts.how_to_hold[phone];
  return (
    <Screen
      title={again ? texts.hold_again_title : texts.hold_title}
      spoken={again ? texts.hold_again : steps.join(' ')}
      onCancel={onCancel}
    >
      <HoldDrawing />
      {again ? <Words live>{texts.hold_again}</Words> : null}
      {steps.map((step, index) => (
        <Words key={step}>
          {index + 1}. {step}
        </Words>
      ))}
    </Screen>
  );
}

export function PauseScreen({
  phase,
  reader,
}: {
  phase: Extract<Phase, { phase: 'PAUSED' }>;
  reader: Reader;
}): ReactElement {
  const { texts } = useLook();
  const text = texts.paused[phase.reason];
  return (
    <Screen
      title={texts.paused_title}
      spoken={text}
      actions={<Button label={texts.go_on} onPress={reader.again} />}
      onCancel={() => void reader.abort()}
    >
      <Words>{text}</Words>
    </Screen>
  );
}
