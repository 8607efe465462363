import { Platform, StyleSheet, Text, TextInput, View } from 'react-native';
import { useLook } from '../../theme/look.tsx';

interface FieldProps {
  label: string;
  hint?: string | undefined;
  value: string;
  onChange: (value: string) => void;
  /** What is wrong with the value; announced when it appears. */
  problem?: string | undefined;
  keys?: 'letters' | 'digits' | 'date';
  lines?: number;
}

/** A field for what is printed on a document. The keyboard must not correct, complete or remember it. */
export function Field({ label, hint, value, onChange, problem, keys = 'letters', lines = 1 }: FieldProps) {
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
        keyboardType={keys === 'digits' ? 'number-pad' : keys === 'date' ? 'numbers-and-punctuation' : 'default'}
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

const styles = StyleSheet.create({
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
