import type { ReactNode } from 'react';
import { Text } from 'react-native';
import { useLook } from '../../theme/look.tsx';

interface WordsProps {
  tone?: 'ink' | 'muted' | 'danger';
  /** Whether changes are announced politely. */
  live?: boolean;
  children: ReactNode;
}

/** A paragraph. */
export function Words({ tone = 'ink', live = false, children }: WordsProps) {
  const { theme } = useLook();
  return (
    <Text
      aria-live={live ? 'polite' : 'off'}
      style={{
        color: theme[tone],
        fontSize: theme.text.body,
        lineHeight: theme.text.body * 1.5,
        fontFamily: theme.font,
      }}
    >
      {children}
    </Text>
  );
}
