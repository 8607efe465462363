import { useEffect, useState } from 'react';
import { directionOf, type Language, loadTexts, pathIn } from './languages';
import { type Address, OpenPage } from './OpenPage';
import type { OpenTexts } from './texts/en';
import { WordsContext } from './words';

type Props = { language: Language; texts: OpenTexts };

/** The page in one language, which can be changed without losing anything. */
export function OpenApp({ language: first, texts }: Props) {
  const [words, setWords] = useState({ language: first, t: texts });
  const address = useAddress();

  const choose = async (language: Language) => {
    const { search } = window.location;
    try {
      setWords({ language, t: await loadTexts(language) });
      history.replaceState(null, '', pathIn(language) + search);
    } catch {
      // After a new release this file may be gone. The document in that language refers to the new ones.
      window.location.assign(pathIn(language) + search);
    }
  };

  const { language } = words;
  useEffect(() => {
    const { documentElement } = document;
    documentElement.lang = language;
    documentElement.dir = directionOf(language);
  }, [language]);

  return (
    <WordsContext value={words}>
      <OpenPage address={address} onLanguage={(language) => void choose(language)} />
    </WordsContext>
  );
}

/** Undefined in the first render, which happens at build time, when there is no address. */
function useAddress(): Address | undefined {
  const [address, setAddress] = useState<Address>();
  useEffect(() => {
    const { search } = window.location;
    const query = new URLSearchParams(search);
    const token = query.get('token');
    const redirect_url = query.get('redirect_url');
    setAddress({ search, ...(token && { token }), ...(redirect_url && { redirect_url }) });
  }, []);
  return address;
}
