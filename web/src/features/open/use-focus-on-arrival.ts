import { useEffect, useRef } from 'react';

/**
 * Focuses the heading of content that replaces other content: the previously focused element is gone, and screen readers announce the
 * new one.
 */
export function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return heading;
}
