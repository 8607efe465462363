import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';

type Props = ComponentProps<typeof import('./FirstSteps').FirstSteps>;

/** Shown below the keys, which are shown once and must stay visible. If the steps can't be loaded, nothing is shown in their place. */
const FirstSteps = lazy<ComponentType<Props>>(async () => {
  const loaded = await import('./FirstSteps').catch(() => undefined);
  return { default: loaded?.FirstSteps ?? (() => null) };
});

export const WhatNext = (props: Props) => (
  <Suspense fallback={null}>
    <FirstSteps {...props} />
  </Suspense>
);
