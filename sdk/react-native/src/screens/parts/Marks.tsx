import { StyleSheet, Text, View } from 'react-native';
import type { Checks } from '../../reading/phase.ts';
import type { CheckName, CheckState } from '../../texts/texts.ts';
import { useLook } from '../../theme/look.tsx';

const NAMES: CheckName[] = ['issuer', 'signature', 'data', 'clone', 'face'];
const SIGNS: Record<CheckState, string> = { PASSED: '✓', FAILED: '✕', NOT_PRESENT: '–', PENDING: '·' };

/** The five checks, each with a sign and a word, because colour alone is not accessible. */
export function Marks({ checks }: { checks: Checks }) {
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
