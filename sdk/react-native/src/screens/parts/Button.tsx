import { Pressable, StyleSheet, Text } from 'react-native';
import { useLook } from '../../theme/look.tsx';

interface ButtonProps {
  label: string;
  onPress: () => void;
  /** A secondary button. */
  quiet?: boolean;
}

export function Button({ label, onPress, quiet = false }: ButtonProps) {
  const { theme } = useLook();
  const color = quiet ? theme.accent : theme.on_accent;
  return (
    <Pressable
      accessibilityRole="button"
      onPress={onPress}
      style={({ pressed }) => [
        styles.button,
        {
          borderRadius: theme.radius,
          backgroundColor: quiet ? 'transparent' : theme.accent,
          opacity: pressed ? 0.8 : 1,
        },
      ]}
    >
      <Text style={[styles.label, { color, fontSize: theme.text.body, fontFamily: theme.font }]}>{label}</Text>
    </Pressable>
  );
}

const styles = StyleSheet.create({
  // A touch target needs 48 points (Material), and more with larger letters.
  button: { minHeight: 48, paddingVertical: 12, paddingHorizontal: 20, justifyContent: 'center' },
  label: { textAlign: 'center', fontWeight: '600' },
});
