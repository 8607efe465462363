import type { Phase } from '../reading/phase.ts';
import { failureText, type Texts } from '../texts/texts.ts';
import { useLook } from '../theme/look.tsx';
import { Button } from './parts/Button.tsx';
import { Marks } from './parts/Marks.tsx';
import { Screen } from './parts/Screen.tsx';
import { Words } from './parts/Words.tsx';

type End = Extract<Phase, { phase: 'ENDED' }>;

/** The outcome, the five checks, and what to do now. */
export function EndScreen({
  phase,
  merchant_name,
  onDone,
}: {
  phase: End;
  merchant_name?: string | undefined;
  onDone: () => void;
}) {
  const { texts } = useLook();
  const { title, text } = wordsOf(phase, texts);
  return (
    <Screen title={title} spoken={text} actions={<Button label={texts.return_to(merchant_name)} onPress={onDone} />}>
      <Words live>{text}</Words>
      {phase.checks ? <Marks checks={phase.checks} /> : null}
    </Screen>
  );
}

function wordsOf({ state, ...end }: End, texts: Texts): { title: string; text: string } {
  switch (state) {
    case 'APPROVED':
      return { title: texts.approved_title, text: texts.approved_text };
    case 'REJECTED':
      return { title: texts.rejected_title, text: failureText(texts, end) };
    case 'FAILED':
      return { title: texts.failed_title, text: failureText(texts, end) };
    case 'ABORTED':
      return { title: texts.aborted_title, text: texts.aborted_text };
    default:
      // The verdict follows without this phone.
      return { title: texts.waiting_title, text: texts.waiting_text };
  }
}
