import { createContext, type ReactElement, type ReactNode, useContext } from 'react';
import { useColorScheme } from 'react-native';
import { type PhoneKind, type Texts, textsFor } from '../texts/texts.ts';
import { darkTheme, lightTheme, type Theme, withAccent } from './theme.ts';

/** What every screen needs for rendering. */
export interface Look {
  theme: Theme;
  texts: Texts;
  phone: PhoneKind;
}

const Context = createContext<Look>({ theme: lightTheme, texts: textsFor('en'), phone: 'ANDROID' });

export const useLook = (): Look => useContext(Context);

interface LookProps {
  texts: Texts;
  phone: PhoneKind;
  /** The default follows the phone's light or dark mode. */
  theme?: Theme | undefined;
  /** The customer's colour, as `#rrggbb`. Not used with `theme`, or in dark mode. */
  accent?: string | undefined;
  children: ReactNode;
}

export function LookProvider({ texts, phone, theme, accent, children }: LookProps): ReactElement {
  const scheme = useColorScheme();
  const own = scheme === 'dark' ? darkTheme : lightTheme;
  const chosen = theme ?? (accent && scheme !== 'dark' ? withAccent(own, accent) : own);
  return <Context value={{ texts, phone, theme: chosen }}>{children}</Context>;
}
