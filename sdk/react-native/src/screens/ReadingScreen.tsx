import type { ReactElement } from 'react';
import { StyleSheet, View } from 'react-native';
import type { Phase } from '../reading/phase.ts';
import { fileText, type Texts } from '../texts/texts.ts';
import { useLook } from '../theme/look.tsx';
import { Screen, Words } from './parts/Screen.tsx';

const KILOBYTE = 1024;

type Reading = Extract<Phase, { phase: 'READING' | 'PROVING' }>;

export function ReadingScreen({ phase, onCancel }: { phase: Reading; onCancel: () => void }): ReactElement {
  const { texts, theme } = useLook();
  const proving = phase.phase === 'PROVING';
  const { read, total } = proving ? { read: 1, total: 1 } : phase;
  const done = total > 0 ? read / total : 0;
  const words = proving ? texts.proving : phase.file ? fileText(texts, phase.file) : texts.opened;
  return (
    <Screen title={texts.reading_title} spoken={texts.do_not_move} onCancel={onCancel}>
      <Words live>{words}</Words>
      <View
        accessible
        accessibilityRole="progressbar"
        accessibilityLabel={words}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(done * 100)}
        style={[styles.track, { backgroundColor: theme.line, borderRadius: theme.radius }]}
      >
        <View style={[styles.done, { width: `${done * 100}%`, backgroundColor: theme.accent }]} />
      </View>
      {proving || total === 0 ? null : <Words tone="muted">{inKilobytes(texts, phase)}</Words>}
      {proving
        ? null
        : phase.next.map((file) => (
            <Words key={file} tone="muted">
              {fileText(texts, file)}
            </Words>
          ))}
      <Words>{texts.do_not_move}</Words>
    </Screen>
  );
}

function inKilobytes({ bytes, locale }: Texts, { read, total }: { read: number; total: number }): string {
  const digits = total < 10 * KILOBYTE ? 1 : 0;
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  return bytes(format.format(read / KILOBYTE), format.format(total / KILOBYTE));
}

const styles = StyleSheet.create({
  track: { height: 8, overflow: 'hidden', flexDirection: 'row' },
  done: { height: 8 },
});
