import type { ReactElement } from 'react';
import { Platform, Pressable, StyleSheet, Text, TextInput, View } from 'react-native';
import { useLook } from '../../theme/look.tsx';

interface ButtonProps {
  label: string;
  onPress: () => void;
  /** A secondary button. */
  quiet?: boolean;
}

export function Button({ label, onPress, quiet = false }: ButtonProps): ReactElement {
  const { theme } = useLook();
  const color = quiet ? theme.accent : theme.on_accent;
  const backgroundColor = quiet ? 'transparent' : theme.accent;
  return (
    <Pressable
      accessibilityRole="button"
      onPress={onPress}
      style={({ pressed }) => [
        styles.button,
        { borderRadius: theme.radius, backgroundColor, opacity: pressed ? 0.8 : 1 },
      ]}
    >
      <Text style={[styles.label, { color, fontSize: theme.text.body, fontFamily: theme.font }]}>{label}</Text>
    </Pressable>
  );
}

interface ChoiceProps<Option extends string> {
  label: string;
  options: [option: Option, label: string][];
  chosen: Option;
  onChoose: (option: Option) => void;
}

export function Choice<Option extends string>({ label, options, chosen, onChoose }: ChoiceProps<Option>): ReactElement {
  const { theme } = useLook();
  const borderOf = (option: Option) =>
    option === chosen ? { borderColor: theme.accent, borderWidth: 2 } : { borderColor: theme.line, borderWidth: 1 };
  return (
    <View accessibilityRole="radiogroup" accessibilityLabel={label} style={[styles.row, { gap: theme.space }]}>
      {options.map(([option, text]) => (
        <Pressable
          key={option}
          accessibilityRole="radio"
          aria-checked={option === chosen}
          onPress={() => onChoose(option)}
          style={[styles.option, { borderRadius: theme.radius, ...borderOf(option) }]}
        >
          <Text style={{ color: theme.ink, fontSize: theme.text.small, fontFamily: theme.font }}>{text}</Text>
        </Pressable>
      ))}
    </View>
  );
}

interface FieldProps {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with the value; announced when it appears. */
  problem?: string | undefined;
  keys?: keyof typeof KEYBOARDS;
  lines?: number;
}

const KEYBOARDS = { letters: 'default', digits: 'number-pad', date: 'numbers-and-punctuation' } as const;

/** The keyboard must not correct, complete or remember what is printed on a document. */
export function Field({
  label,
  hint,
  value,
  onChange,
  problem,
  keys = 'letters',
  lines = 1,
}: FieldProps): ReactElement {
  const { theme } = useLook();
  const small = { fontSize: theme.text.small, fontFamily: theme.font };
  return (
    <View style={{ gap: theme.space / 2 }}>
      <Text style={[small, { color: theme.ink }]}>{label}</Text>
      <TextInput
        accessibilityLabel={label}
        accessibilityHint={problem ?? hint}
        value={value}
        onChangeText={onChange}
        autoCapitalize="characters"
        autoComplete="off"
        autoCorrect={false}
        spellCheck={false}
        importantForAutofill="no"
        keyboardType={KEYBOARDS[keys]}
        multiline={lines > 1}
        numberOfLines={lines}
        style={[
          styles.input,
          {
            color: theme.ink,
            backgroundColor: theme.raised,
            borderColor: problem ? theme.danger : theme.line,
            borderRadius: theme.radius,
            fontSize: theme.text.body,
          },
        ]}
      />
      {hint ? <Text style={[small, { color: theme.muted }]}>{hint}</Text> : null}
      {problem ? (
        <Text aria-live="assertive" style={[small, { color: theme.danger }]}>
          {problem}
        </Text>
      ) : null}
    </View>
  );
}

/** A touch target needs 48 points (Material), and more with larger letters. */
const target = { minHeight: 48, justifyContent: 'center' } as const;

const styles = StyleSheet.create({
  button: { ...target, paddingVertical: 12, paddingHorizontal: 20 },
  label: { textAlign: 'center', fontWeight: '600' },
  row: { flexDirection: 'row', flexWrap: 'wrap' },
  option: { ...target, paddingVertical: 10, paddingHorizontal: 14 },
  input: {
    minHeight: 48,
    borderWidth: 1,
    paddingHorizontal: 12,
    paddingVertical: 10,
    // Documents are read from left to right in every language.
    writingDirection: 'ltr',
    fontFamily: Platform.select({ ios: 'Menlo', default: 'monospace' }),
  },
});
