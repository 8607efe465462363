import type { ReaderSession } from '@sigill/sdk/portal';
import { type ReactNode, Suspense, useEffect, useLayoutEffect, useRef, useState, useTransition } from 'react';
import { redirectTarget } from '../../../../openapi/facts/redirect-target';
import { forgetMissing, lazyPart, thisDocument } from '../../api/later';
import type { Language } from '../../i18n/languages';
import { isEnd } from '../demo/follow-session';
import { Cancel } from './Cancel';
import { Closing } from './Closing';
import { Frame } from './Frame';
import { Invitation } from './Invitation';
import { directionOf, loadTexts, type OpenTexts, pathIn } from './languages';
import { Notice } from './Notice';
import { useLinkCode, usePhone, useSearch } from './use-browser';
import { useSession } from './use-session';
import { useWords, WordsContext } from './words';

/** Loaded only when needed, because camera, chip and reader are larger than the page. */
const BrowserFlow = lazyPart(async () => (await import('../capture/BrowserFlow')).BrowserFlow, {
  document: thisDocument,
});
/** Loaded only when needed, because most people have a link to a session. */
const LinkPage = lazyPart(async () => (await import('./LinkPage')).LinkPage, { document: thisDocument });

type Props = { language: Language; texts: OpenTexts };

export function OpenApp({ language: first, texts }: Props) {
  const [words, setWords] = useState({ language: first, t: texts });
  const code = useLinkCode();

  const chosen = useRef(first);
  const choose = async (language: Language, isBusy = false) => {
    const { pathname, search } = window.location;
    const address = pathIn(language, pathname) + search;
    chosen.current = language;
    const t = await loadTexts(language, isBusy ? {} : { document: () => address });
    if (chosen.current !== language) return;
    setWords({ language, t });
    history.replaceState(null, '', address);
  };

  const { language } = words;
  useEffect(() => {
    const { documentElement } = document;
    documentElement.lang = language;
    documentElement.dir = directionOf(language);
  }, [language]);

  return (
    <WordsContext value={words}>
      {code ? (
        <Suspense fallback={<OpenPage isLink onLanguage={choose} />}>
          <LinkPage code={code} onLanguage={choose} />
        </Suspense>
      ) : (
        <OpenPage onLanguage={choose} />
      )}
    </WordsContext>
  );
}

type OpenPageProps = {
  /** Set while the page of a reusable link loads and this page is shown in its place. */
  isLink?: boolean;
  onLanguage: (language: Language, isBusy?: boolean) => void;
};

function OpenPage({ isLink = false, onLanguage }: OpenPageProps) {
  const { t } = useWords();
  const search = useSearch();
  const query = new URLSearchParams(search);
  const token = query.get('token') || undefined;
  const { session, line, isUnknown, setSession, lookAgain } = useSession(token);
  const [isHere, setHere] = useState(false);
  // The page stays as it is until what was asked for has loaded.
  const [isOpening, startOpening] = useTransition();
  const thisPhone = usePhone();
  const isEnded = session !== undefined && isEnd(session.state);
  // The result is shorter than the content it replaces. Without this, the page would jump to a place further down.
  useLayoutEffect(() => {
    if (!isEnded) return;
    scrollTo({ top: 0, behavior: 'instant' });
    forgetMissing();
  }, [isEnded]);
  const isCutOff = search !== undefined && !token && !isLink;
  const isNobody = isCutOff || isUnknown === true;
  const frame = {
    ...{ session, isNobody, isEnded, search: search ?? '' },
    onLanguage: (language: Language) => onLanguage(language, isHere),
  };
  const inFrame = (title: string, content: ReactNode) => (
    <Frame {...frame} title={title}>
      {content}
    </Frame>
  );
  if (isCutOff) return inFrame(t.incomplete, <Notice title={t.incomplete} text={t.incompleteText} />);
  if (isUnknown) return inFrame(t.unknown, <Notice title={t.unknown} text={t.unknownText} />);
  if (session && isEnded) {
    const title = endTitle(session, t);
    const target = redirectTarget(query.get('redirect_url') ?? undefined);
    return inFrame(title, <Closing title={title} session={session} target={target} />);
  }
  const onCancelled = () => session && setSession({ ...session, state: 'ABORTED' });
  if (isHere && session && token)
    return inFrame(
      t.heading,
      <div className="mx-auto max-w-page space-y-8">
        <BrowserFlow
          token={token}
          face_verification={session.face_verification}
          onEnd={lookAgain}
          onLeave={() => setHere(false)}
        />
        <div className="flex">
          <Cancel token={token} onCancelled={onCancelled} />
        </div>
      </div>,
    );
  return inFrame(
    t.heading,
    <Invitation
      session={session}
      line={line}
      thisPhone={thisPhone}
      token={token}
      isOpening={isOpening}
      onHere={() => startOpening(() => setHere(true))}
      onCancelled={onCancelled}
    />,
  );
}

function endTitle({ state, failure }: ReaderSession, t: OpenTexts): string {
  if (state === 'APPROVED') return t.approved;
  if (state === 'REJECTED') return t.rejected;
  if (state === 'ABORTED') return t.aborted;
  return failure?.code === 'session_expired' ? t.expired : t.failed;
}
