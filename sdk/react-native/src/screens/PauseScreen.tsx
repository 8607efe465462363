import type { Reader } from '../reading/create-reader.ts';
import type { Phase } from '../reading/phase.ts';
import { useLook } from '../theme/look.tsx';
import { Button } from './parts/Button.tsx';
import { Screen } from './parts/Screen.tsx';
import { Words } from './parts/Words.tsx';

/** Waiting for the document has ended: the person continues or gives up. */
export function PauseScreen({ phase, reader }: { phase: Extract<Phase, { phase: 'PAUSED' }>; reader: Reader }) {
  const { texts } = useLook();
  const text = texts.paused[phase.reason];
  return (
    <Screen
      title={texts.paused_title}
      spoken={text}
      actions={
        <>
          <Button label={texts.go_on} onPress={reader.again} />
          <Button label={texts.cancel} quiet onPress={() => void reader.abort()} />
        </>
      }
    >
      <Words>{text}</Words>
    </Screen>
  );
}
