import { type ReactElement, type ReactNode, useEffect } from 'react';
import { AccessibilityInfo, ScrollView, StyleSheet, Text, View } from 'react-native';
import { useLook } from '../../theme/look.tsx';
import { Button } from './Controls.tsx';

interface ScreenProps {
  title: string;
  /** Announced with the title when the screen appears, since nobody looks at a phone that lies on a document. */
  spoken?: string;
  actions?: ReactNode;
  onCancel?: () => void;
  children?: ReactNode;
}

/** Everything scrolls, so that large letters push nothing off the screen. */
export function Screen({ title, spoken, actions, onCancel, children }: ScreenProps): ReactElement {
  const { theme, texts } = useLook();
  useEffect(() => {
    AccessibilityInfo.announceForAccessibility(spoken ? `${title}. ${spoken}` : title);
  }, [title, spoken]);
  return (
    <ScrollView
      style={{ backgroundColor: theme.paper }}
      contentContainerStyle={[styles.page, { padding: theme.space * 3, gap: theme.space * 2 }]}
      keyboardShouldPersistTaps="handled"
    >
      <Text
        accessibilityRole="header"
        style={{ color: theme.ink, fontSize: theme.text.title, fontFamily: theme.title_font ?? theme.font }}
      >
        {title}
      </Text>
      {children}
      <View style={[styles.actions, { gap: theme.space }]}>
        {actions}
        {onCancel ? <Button label={texts.cancel} quiet onPress={onCancel} /> : null}
      </View>
    </ScrollView>
  );
}

const styles = StyleSheet.create({
  page: { flexGrow: 1, width: '100%', maxWidth: 560, alignSelf: 'center' },
  actions: { marginTop: 'auto' },
});

interface WordsProps {
  tone?: 'ink' | 'muted' | 'danger';
  /** Whether a screen reader announces changes, without interrupting. */
  live?: boolean;
  children: ReactNode;
}

export function Words({ tone = 'ink', live = false, children }: WordsProps): ReactElement {
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
