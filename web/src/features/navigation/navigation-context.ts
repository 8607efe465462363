import { createContext, useContext } from 'react';

type Options = {
  replace?: boolean;
  /** Set when only the language changes: the scroll position, the focus and what was typed are kept. */
  samePage?: boolean;
};

/** Provides the current path and navigates to others. Supplied by the router, or by a prerendered page before there is a router. */
export type Navigation = {
  pathname: string;
  go(href: string, options?: Options): void;
  /** Preloads a page that the person seems about to open. */
  prepare(href: string): void;
};

const Context = createContext<Navigation>({ pathname: '/', go: () => {}, prepare: () => {} });

export const NavigationProvider = Context.Provider;
export const useNavigation = (): Navigation => useContext(Context);
