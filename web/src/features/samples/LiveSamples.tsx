import { useEffect } from 'react';
import { refreshSamples } from './live-samples';

/** Switches the samples on a page rendered by the app to the language the reader chose. */
export function LiveSamples({ page }: { page: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other samples.
  useEffect(refreshSamples, [page]);
  return null;
}
