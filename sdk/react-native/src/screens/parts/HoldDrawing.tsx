import { type ReactElement, useEffect, useRef, useState } from 'react';
import { AccessibilityInfo, Animated, Easing, StyleSheet, View } from 'react-native';
import { useLook } from '../../theme/look.tsx';

const ARRIVES_MS = 1_400;
const RESTS_MS = 1_200;
const WAY = 56;

/**
 * A phone moving onto a closed document: an iPhone with its top edge, an Android phone with the middle of its back. Drawn with
 * plain views, so that an app needs no library for it.
 */
export function HoldDrawing(): ReactElement {
  const { theme, phone } = useLook();
  const still = useReducedMotion();
  const way = useRef(new Animated.Value(0)).current;
  useEffect(() => {
    if (still) return way.setValue(1);
    const moving = Animated.loop(
      Animated.sequence([
        Animated.timing(way, {
          toValue: 1,
          duration: ARRIVES_MS,
          easing: Easing.out(Easing.cubic),
          useNativeDriver: true,
        }),
        Animated.delay(RESTS_MS),
      ]),
    );
    moving.start();
    return () => moving.stop();
  }, [still, way]);
  const resting = phone === 'IOS' ? 44 : 12;
  const translateY = way.interpolate({ inputRange: [0, 1], outputRange: [resting + WAY, resting] });
  return (
    <View accessible={false} importantForAccessibility="no-hide-descendants" style={styles.stage}>
      <View style={[styles.document, { borderColor: theme.ink, backgroundColor: theme.raised }]}>
        <View style={[styles.chip, { borderColor: theme.accent }]} />
      </View>
      <Animated.View
        style={[styles.phone, { borderColor: theme.ink, backgroundColor: theme.paper, transform: [{ translateY }] }]}
      >
        <View
          style={[styles.antenna, phone === 'IOS' ? styles.top : styles.middle, { backgroundColor: theme.accent }]}
        />
      </Animated.View>
    </View>
  );
}

const styles = StyleSheet.create({
  stage: { height: 220, alignItems: 'center', overflow: 'hidden' },
  document: {
    width: 124,
    height: 172,
    borderWidth: 1.5,
    borderRadius: 6,
    alignItems: 'center',
    justifyContent: 'center',
  },
  chip: { width: 36, height: 26, borderWidth: 1.5, borderRadius: 4 },
  phone: { position: 'absolute', width: 84, height: 164, borderWidth: 1.5, borderRadius: 14, opacity: 0.75 },
  antenna: { position: 'absolute', alignSelf: 'center', width: 28, height: 3, borderRadius: 2 },
  top: { top: 10 },
  middle: { top: 80 },
});

/** True until the setting is known. */
function useReducedMotion(): boolean {
  const [reduced, setReduced] = useState(true);
  useEffect(() => {
    let gone = false;
    AccessibilityInfo.isReduceMotionEnabled().then(
      (enabled) => gone || setReduced(enabled),
      () => {},
    );
    const change = AccessibilityInfo.addEventListener('reduceMotionChanged', setReduced);
    return () => {
      gone = true;
      change?.remove();
    };
  }, []);
  return reduced;
}
