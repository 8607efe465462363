import type { ComponentType } from 'react';
import type { IslandName } from './features/islands/Island';

type IslandSource = {
  load: () => Promise<ComponentType>;
  /** The file that `load` imports, which the prerendered page preloads. */
  source: string;
};

export const islands: Record<IslandName, IslandSource> = {
  calculator: {
    load: async () => (await import('./features/pricing/CostCalculator')).CostCalculator,
    source: 'src/features/pricing/CostCalculator.tsx',
  },
  'coverage-search': {
    load: async () => (await import('./features/coverage/CoverageSearch')).CoverageSearch,
    source: 'src/features/coverage/CoverageSearch.tsx',
  },
  'map-caption': {
    load: async () => (await import('./features/coverage/MapCaption')).MapCaption,
    source: 'src/features/coverage/MapCaption.tsx',
  },
  trust: {
    load: async () => (await import('./features/trust/TrustOverview')).TrustOverview,
    source: 'src/features/trust/TrustOverview.tsx',
  },
  status: {
    load: async () => (await import('./features/status/StatusOverview')).StatusOverview,
    source: 'src/features/status/StatusOverview.tsx',
  },
  'nearest-pages': {
    load: async () => (await import('./features/page/NearestPages')).NearestPages,
    source: 'src/features/page/NearestPages.tsx',
  },
};
