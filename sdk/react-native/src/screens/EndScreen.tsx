import type { ReactElement } from 'react';
import { StyleSheet, Text, View } from 'react-native';
import type { Checks, Phase } from '../reading/phase.ts';
import { type CheckName, type CheckState, failureText, type Texts } from '../texts/texts.ts';
import { useLook } from '../theme/look.tsx';
import { Button } from './parts/Controls.tsx';
import { Screen, Words } from './parts/Screen.tsx';

type End = Extract<Phase, { phase: 'ENDED' }>;

export function EndScreen({
  phase,
  merchant_name,
  onDone,
}: {
  phase: End;
  merchant_name?: string | undefined;
  onDone: () => void;
}): ReactElement {
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
      // The service reaches the verdict later, without this phone.
      return { title: texts.waiting_title, text: texts.waiting_text };
  }
}

const NAMES: CheckName[] = ['issuer', 'signature', 'data', 'clone', 'face'];
const SIGNS: Record<CheckState, string> = { PASSED: '✓', FAILED: '✕', NOT_PRESENT: '–', PENDING: '·' };

/** A sign and a word for each check, because colour alone is not accessible. */
function Marks({ checks }: { checks: Checks }) {
  const { texts, theme } = useLook();
  return (
    <View accessibilityRole="list" accessibilityLabel={texts.marks_title} style={{ gap: theme.space }}>
      {NAMES.map((name) => {
        const state = stateOf(checks[name]);
        const color = state === 'PASSED' ? theme.accent : state === 'FAILED' ? theme.danger : theme.muted;
        return (
          <View
            key={name}
            accessible
            accessibilityLabel={`${texts.marks[name]}: ${texts.mark_states[state]}`}
            style={styles.row}
          >
            <Text style={[styles.sign, { color, fontSize: theme.text.body }]}>{SIGNS[state]}</Text>
            <View style={styles.words}>
              <Text style={{ color: theme.ink, fontSize: theme.text.body, fontFamily: theme.font }}>
                {texts.marks[name]}
              </Text>
              <Text style={{ color, fontSize: theme.text.small, fontFamily: theme.font }}>
                {texts.mark_states[state]}
              </Text>
            </View>
          </View>
        );
      })}
    </View>
  );
}

/** Results that this version of the app does not know are shown as not reached. */
const stateOf = (result: string): CheckState => (Object.hasOwn(SIGNS, result) ? (result as CheckState) : 'PENDING');

const styles = StyleSheet.create({
  row: { flexDirection: 'row', alignItems: 'flex-start' },
  sign: { width: 28 },
  words: { flex: 1 },
});
