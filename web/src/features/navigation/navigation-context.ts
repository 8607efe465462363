import { createContext, useContext } from 'react';

type Options = {
  replace?: boolean;
  /** The same page in another language: scroll, focus and what was typed stay. */
  samePage?: boolean;
};

/** Where the reader is and how to get elsewhere. Behind it stands the router, or a prerendered page that has none yet. */
export type Navigation = {
  pathname: string;
  go(href: string, options?: Options): void;
  /** The reader seems to want to go there. */
  prepare(href: string): void;
};

const Context = createContext<Navigation>({ pathname: '/', go: () => {}, prepare: () => {} });

export const NavigationProvider = Context.Provider;
export const useNavigation = (): Navigation => useContext(Context);
