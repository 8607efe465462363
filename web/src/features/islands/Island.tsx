import { createContext, type ReactNode, useContext } from 'react';

export type IslandName = 'calculator' | 'coverage-search' | 'map-caption' | 'nearest-pages' | 'status' | 'trust';

/** Renders an island as its own React root. Provided only while pages are prerendered. */
export const IslandRenderer = createContext<((name: IslandName, content: ReactNode) => string) | undefined>(undefined);

/**
 * A part of a prerendered page that is hydrated while the rest of the content is not. src/islands.ts names its component. In the app it
 * is an ordinary part of the tree.
 */
export function Island({ name, children }: { name: IslandName; children: ReactNode }) {
  const render = useContext(IslandRenderer);
  if (!render) return <div className="contents">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output.
  return <div className="contents" data-island={name} dangerouslySetInnerHTML={{ __html: render(name, children) }} />;
}
