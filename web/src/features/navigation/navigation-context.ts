import { createContext, useContext } from 'react';

type Options = {
  replace?: boolean;
  /** Set when the page stays the same in another language: the scroll position, the focus and what was typed are kept. */
  samePage?: boolean;
};

/** Tells the present path and leads to others. The router provides it, or a prerendered page before there is a router. */
export type Navigation = {
  pathname: string;
  go(href: string, options?: Options): void;
  /** Loads a page that the reader seems about to open. */
  prepare(href: string): void;
};

const Context = createContext<Navigation>({ pathname: '/', go: () => {}, prepare: () => {} });

export const NavigationProvider = Context.Provider;
export const useNavigation = (): Navigation => useContext(Context);
