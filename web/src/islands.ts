import type { ComponentType } from 'react';
import type { IslandName } from './features/islands/Island';
import type { Part } from './i18n/locale';

type IslandSource = {
  load: () => Promise<ComponentType>;
  /** The file that `load` imports. The prerendered page preloads it. */
  source: string;
  /** The catalog with its messages; that of the shell when absent. */
  words?: Part;
};

export const islands: Record<IslandName, IslandSource> = {
  calculator: {
    load: async () => (await import('./features/pricing/CostCalculator')).CostCalculator,
    source: 'src/features/pricing/CostCalculator.tsx',
    words: 'pricing',
  },
  'coverage-search': {
    load: async () => (await import('./features/coverage/CoverageSearch')).CoverageSearch,
    source: 'src/features/coverage/CoverageSearch.tsx',
    words: 'coverage',
  },
  'map-caption': {
    load: async () => (await import('./features/coverage/MapCaption')).MapCaption,
    source: 'src/features/coverage/MapCaption.tsx',
    words: 'coverage',
  },
  trust: {
    load: async () => (await import('./features/trust/TrustOverview')).TrustOverview,
    source: 'src/features/trust/TrustOverview.tsx',
    words: 'coverage',
  },
  status: {
    load: async () => (await import('./features/status/StatusOverview')).StatusOverview,
    source: 'src/features/status/StatusOverview.tsx',
    words: 'status',
  },
  'nearest-pages': {
    load: async () => (await import('./features/page/NearestPages')).NearestPages,
    source: 'src/features/page/NearestPages.tsx',
  },
};
