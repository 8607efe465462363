import { createContext, type ReactNode, useContext } from 'react';

export type IslandName = 'calculator' | 'coverage-search' | 'nearest-pages';

/** Renders an island as a root of its own. Present while pages are prerendered, and only there. */
export const IslandRenderer = createContext<((name: IslandName, content: ReactNode) => string) | undefined>(undefined);

/**
 * What stays interactive on a prerendered page, whose other content is not hydrated: src/islands.ts names its component.
 * Within the app it is an ordinary part of the tree.
 */
export function Island({ name, children }: { name: IslandName; children: ReactNode }) {
  const render = useContext(IslandRenderer);
  if (!render) return <div className="contents">{children}</div>;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: React's own output.
  return <div className="contents" data-island={name} dangerouslySetInnerHTML={{ __html: render(name, children) }} />;
}
