import { useLayoutEffect, useRef } from 'react';
import { inkOn } from './ink-on';

/** Applies the customer's colour to the page. The site's policy forbids inline styles, so it is set from script. */
export function useBrand(color: string | undefined) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const style = ref.current?.style;
    if (!style || !color || !/^#[0-9a-f]{6}$/i.test(color)) return;
    style.setProperty('--brand', color);
    style.setProperty('--on-brand', inkOn(color));
    return () => {
      style.removeProperty('--brand');
      style.removeProperty('--on-brand');
    };
  }, [color]);
  return ref;
}
