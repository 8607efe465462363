import { useLingui } from '@lingui/react/macro';
import { useEffect, useMemo, useState } from 'react';
import { useAuthenticated } from '../../api/credentials';
import { type Locale, localeOf, withLocale } from '../../i18n/locale';
import { useNavigation } from '../navigation/navigation-context';
import { actionEntries, lookUp, pageEntries, searchedSources } from './entries';
import type { Entry } from './find-entries';

/** Only the results of the newest search are shown. */
export function usePassages(text: string): Entry[] {
  const { i18n } = useLingui();
  const [passages, setPassages] = useState<Entry[]>([]);
  useEffect(() => {
    if (text.length < 2) return setPassages([]);
    let left = false;
    void import('./documentation')
      .then(({ findInDocumentation }) => findInDocumentation(text, localeOf(`/${i18n.locale}`)))
      .then(
        (found) => left || setPassages(found),
        () => {},
      );
    return () => {
      left = true;
    };
  }, [text, i18n]);
  return passages;
}

const PAUSE_MS = 150;

/**
 * Pages and actions are available at once. Everything else is loaded when a search begins. Objects that only the service can find
 * are requested whenever typing pauses.
 */
export function useEntries(text: string): { entries: Entry[]; loading: boolean } {
  const { i18n } = useLingui();
  const { pathname, go } = useNavigation();
  const authenticated = useAuthenticated();
  const searching = text !== '';
  const [fetched, setFetched] = useState<{ entries: Entry[]; left: number }>({ entries: [], left: 0 });
  useEffect(() => {
    if (!searching) return;
    let left = false;
    const sources = searchedSources(authenticated);
    setFetched({ entries: [], left: sources.length });
    const add = (entries: Entry[]) =>
      left || setFetched((all) => ({ entries: [...all.entries, ...entries], left: all.left - 1 }));
    for (const source of sources)
      source(i18n).then(add, () => {
        add([]);
      });
    return () => {
      left = true;
    };
  }, [searching, authenticated, i18n]);
  const { objects, looking } = useObjects(authenticated ? text.trim() : '');
  const entries = useMemo(() => {
    const switchTo = (locale: Locale) =>
      go(withLocale(pathname, locale) + location.search + location.hash, { replace: true, samePage: true });
    const actions = actionEntries(i18n, authenticated, switchTo);
    return [...objects, ...pageEntries(i18n, authenticated), ...actions, ...fetched.entries];
  }, [i18n, authenticated, fetched.entries, objects, pathname, go]);
  return { entries, loading: looking || fetched.left > 0 };
}

function useObjects(text: string): { objects: Entry[]; looking: boolean } {
  const { i18n } = useLingui();
  const [answer, setAnswer] = useState<{ text: string; objects: Entry[] }>({ text: '', objects: [] });
  useEffect(() => {
    if (text.length < 2) return;
    let left = false;
    const show = (objects: Entry[]) => left || setAnswer({ text, objects });
    const timer = setTimeout(() => lookUp(text, i18n).then(show, () => show([])), PAUSE_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [text, i18n]);
  return { objects: answer.objects, looking: text.length >= 2 && answer.text !== text };
}
