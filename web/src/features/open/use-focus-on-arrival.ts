import { useEffect, useRef } from 'react';

/** For the heading of what takes the place of something else: what had the focus is gone, and whoever hears the page hears what came. */
export function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return heading;
}
