import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { createReader, type Reader, type ReaderOptions } from './create-reader.ts';
import type { Phase } from './phase.ts';

/** A reading in a component: where it stands, and what the person can do. A new token is a new reading; the other options are those of its first drawing. */
export function useReader(options: ReaderOptions): { phase: Phase; reader: Reader } {
  const first = useRef(options);
  if (first.current.token !== options.token) first.current = options;
  const chosen = first.current;
  const reader = useMemo(() => createReader(chosen), [chosen]);
  const phase = useSyncExternalStore(reader.subscribe, reader.getPhase, reader.getPhase);
  useEffect(() => {
    void reader.load();
  }, [reader]);
  return { phase, reader };
}
