import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';

type Props = ComponentProps<typeof import('./FirstSteps').FirstSteps>;

/**
 * Appears below the keys, which are shown once and must stay visible. If the steps can't be loaded, nothing is shown, rather than
 * an error in place of the keys.
 */
const FirstSteps = lazy<ComponentType<Props>>(async () => {
  const loaded = await import('./FirstSteps').catch(() => undefined);
  return { default: loaded?.FirstSteps ?? (() => null) };
});

export const WhatNext = (props: Props) => (
  <Suspense fallback={null}>
    <FirstSteps {...props} />
  </Suspense>
);
