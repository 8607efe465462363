import { createContext, type ReactNode, useContext } from 'react';

export type IslandName = 'calculator' | 'coverage-search' | 'map-caption' | 'nearest-pages' | 'status' | 'trust';

/** Renders an island as a separate React root. Provided only during prerendering. */
export const IslandRenderer = createContext<((name: IslandName, content: ReactNode) => string) | undefined>(undefined);

/** A part of a prerendered page that is hydrated separately. src/islands.ts names its component. */
export function Island({ name, children }: { name: IslandName; children: ReactNode }) {
  const render = useContext(IslandRenderer);
  if (!render) return <div className="contents">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output.
  return <div className="contents" data-island={name} dangerouslySetInnerHTML={{ __html: render(name, children) }} />;
}
