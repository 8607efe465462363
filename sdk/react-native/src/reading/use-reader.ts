import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { createReader, type Reader, type ReaderOptions } from './create-reader.ts';
import type { Phase } from './phase.ts';

/**
 * A reading in a component: its phase, and its actions. A new token starts a new reading with the current options; until then,
 * changes to other options have no effect.
 */
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
