import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from '../../api/later';

type Props = ComponentProps<typeof import('./FirstSteps').FirstSteps>;

/** Appears below the keys, which are shown once and must stay visible, also while the steps can't be loaded. */
const FirstSteps = lazyPart(async () => (await import('./FirstSteps')).FirstSteps);

export const WhatNext = (props: Props) => (
  <Suspense fallback={null}>
    <FirstSteps {...props} />
  </Suspense>
);
