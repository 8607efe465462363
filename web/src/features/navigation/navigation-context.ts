import { createContext, useContext } from 'react';

type Options = {
  replace?: boolean;
  /** Set when only the language changes, to keep the scroll position, the focus and what was typed. */
  samePage?: boolean;
};

/** The current path, and navigation to other paths. Supplied by the router, or by a prerendered page until there is a router. */
export type Navigation = {
  pathname: string;
  go(href: string, options?: Options): void;
  /** Preloads a page that the person may open next. */
  prepare(href: string): void;
};

const Context = createContext<Navigation>({ pathname: '/', go: () => {}, prepare: () => {} });

export const NavigationProvider = Context.Provider;
export const useNavigation = (): Navigation => useContext(Context);
