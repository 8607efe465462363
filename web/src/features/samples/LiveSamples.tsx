import { useEffect } from 'react';
import { refreshSamples } from './live-samples';

/** Brings the samples of a page that the app has rendered into the language that the reader chose. */
export function LiveSamples({ page }: { page: string }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page has other samples.
  useEffect(refreshSamples, [page]);
  return null;
}
