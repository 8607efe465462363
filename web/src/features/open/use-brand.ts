import { useLayoutEffect, useRef } from 'react';
import { inkOn } from './ink-on';

/** Gives the page the colour of the customer. The policy of the site forbids styles in HTML, so it is set from here. */
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
