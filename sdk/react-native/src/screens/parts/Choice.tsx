import { Pressable, StyleSheet, Text, View } from 'react-native';
import { useLook } from '../../theme/look.tsx';

interface ChoiceProps<Option extends string> {
  label: string;
  options: [option: Option, label: string][];
  chosen: Option;
  onChoose: (option: Option) => void;
}

/** A choice between a few options. */
export function Choice<Option extends string>({ label, options, chosen, onChoose }: ChoiceProps<Option>) {
  const { theme } = useLook();
  return (
    <View accessibilityRole="radiogroup" accessibilityLabel={label} style={[styles.row, { gap: theme.space }]}>
      {options.map(([option, text]) => (
        <Pressable
          key={option}
          accessibilityRole="radio"
          aria-checked={option === chosen}
          onPress={() => onChoose(option)}
          style={[
            styles.option,
            {
              borderRadius: theme.radius,
              borderColor: option === chosen ? theme.accent : theme.line,
              borderWidth: option === chosen ? 2 : 1,
            },
          ]}
        >
          <Text style={{ color: theme.ink, fontSize: theme.text.small, fontFamily: theme.font }}>{text}</Text>
        </Pressable>
      ))}
    </View>
  );
}

const styles = StyleSheet.create({
  row: { flexDirection: 'row', flexWrap: 'wrap' },
  option: { minHeight: 48, paddingVertical: 10, paddingHorizontal: 14, justifyContent: 'center' },
});
