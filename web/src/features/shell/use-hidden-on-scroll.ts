import { type RefObject, useEffect, useState } from 'react';

const threshold_px = 50;
const throttle_ms = 250;

/** Hides the bar after scrolling down by 50 px, unless the focus is inside or the reader prefers reduced motion. */
export function useHiddenOnScroll(bar: RefObject<HTMLElement | null>): boolean {
  const [hidden, setHidden] = useState(false);
  useEffect(() => {
    const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');
    let turningPoint = scrollY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      timer = undefined;
      const position = Math.max(0, scrollY);
      if (position <= threshold_px || position < turningPoint) {
        turningPoint = position;
        setHidden(false);
      } else if (position - turningPoint > threshold_px) {
        turningPoint = position;
        setHidden(!reducedMotion.matches && !bar.current?.contains(document.activeElement));
      }
    };
    const onScroll = () => {
      timer ??= setTimeout(update, throttle_ms);
    };
    const onFocus = () => setHidden(false);
    const element = bar.current;
    addEventListener('scroll', onScroll, { passive: true });
    element?.addEventListener('focusin', onFocus);
    return () => {
      removeEventListener('scroll', onScroll);
      element?.removeEventListener('focusin', onFocus);
      clearTimeout(timer);
    };
  }, [bar]);
  return hidden;
}
