import type { ComponentType } from 'react';
import type { IslandName } from './features/islands/Island';
import type { Part } from './i18n/locale';

type IslandSource = {
  load: () => Promise<ComponentType>;
  /** The file behind `load`, which the prerendered page announces. */
  source: string;
  /** The catalog that its words are in; the shell's when absent. */
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
  'nearest-pages': {
    load: async () => (await import('./features/page/NearestPages')).NearestPages,
    source: 'src/features/page/NearestPages.tsx',
  },
};
