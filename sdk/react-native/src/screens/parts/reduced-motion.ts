import { useEffect, useState } from 'react';
import { AccessibilityInfo } from 'react-native';

/** Whether the person prefers reduced motion. True until it is known. */
export function useReducedMotion(): boolean {
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
