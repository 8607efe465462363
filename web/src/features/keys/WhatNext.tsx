import type { ServiceKey } from '@sigill/sdk/portal';
import { type ComponentType, lazy, Suspense } from 'react';

type Props = { keys: ServiceKey };

/** They stand below the keys, which are shown once and must stay: steps that cannot be loaded are left out. */
const FirstSteps = lazy<ComponentType<Props>>(async () => {
  const loaded = await import('./FirstSteps').catch(() => undefined);
  return { default: loaded?.FirstSteps ?? (() => null) };
});

/** What to do with new keys. It is loaded once there are some. */
export const WhatNext = ({ keys }: Props) => (
  <Suspense fallback={null}>
    <FirstSteps keys={keys} />
  </Suspense>
);
