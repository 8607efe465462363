import type { ReaderSession } from '@sigill/sdk/portal';
import { lazy, type ReactNode, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { redirectTarget } from '../../../../openapi/facts/redirect-target';
import type { Language } from '../../i18n/languages';
import { isEnd } from '../demo/follow-session';
import { Cancel } from './Cancel';
import { Frame } from './Frame';
import { Invitation } from './Invitation';
import { directionOf, loadTexts, type OpenTexts, pathIn } from './languages';
import { useLinkCode, usePhone, useSearch } from './use-browser';
import { useSession } from './use-session';
import { useWords, WordsContext } from './words';

/** Loaded once reading has started, so that the result can be shown even if the network is gone by then. */
const loadClosing = async () => ({ default: (await import('./Closing')).Closing });
const Closing = lazy(loadClosing);

/** Loaded only when needed, because most people have a working link to a session. */
const Notice = lazy(async () => ({ default: (await import('./Notice')).Notice }));
/** Loaded only when needed, because camera, chip and reader are larger than the page. */
const BrowserFlow = lazy(async () => ({ default: (await import('../capture/BrowserFlow')).BrowserFlow }));
const LinkPage = lazy(async () => ({ default: (await import('./LinkPage')).LinkPage }));

type Props = { language: Language; texts: OpenTexts };

export function OpenApp({ language: first, texts }: Props) {
  const [words, setWords] = useState({ language: first, t: texts });
  const code = useLinkCode();

  const choose = async (language: Language) => {
    const { pathname, search } = window.location;
    try {
      setWords({ language, t: await loadTexts(language) });
      history.replaceState(null, '', pathIn(language, pathname) + search);
    } catch {
      // After a new release, the file with the texts may no longer exist. The document in the chosen language refers to the new
      // one.
      window.location.assign(pathIn(language, pathname) + search);
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

const loading = (content: ReactNode) => <Suspense fallback={<div className="min-h-14" />}>{content}</Suspense>;

type OpenPageProps = {
  /** Set while the page of a reusable link loads and this page is shown in its place. */
  isLink?: boolean;
  onLanguage: (language: Language) => void;
};

function OpenPage({ isLink = false, onLanguage }: OpenPageProps) {
  const { t } = useWords();
  const search = useSearch();
  const query = new URLSearchParams(search);
  const token = query.get('token') || undefined;
  const { session, line, isUnknown, setSession, lookAgain } = useSession(token);
  const [isHere, setHere] = useState(false);
  const thisPhone = usePhone();
  const isRunning = session !== undefined && session.state !== 'CREATED';
  useEffect(() => {
    // If this fails, the page tries again at the end.
    if (isRunning) loadClosing().catch(() => {});
  }, [isRunning]);
  const isEnded = session !== undefined && isEnd(session.state);
  // The result is shorter than the content it replaces. Without this, the page would jump to a place further down.
  useLayoutEffect(() => {
    if (isEnded) scrollTo({ top: 0, behavior: 'instant' });
  }, [isEnded]);
  const isCutOff = search !== undefined && !token && !isLink;
  const isNobody = isCutOff || isUnknown === true;
  const frame = { session, isNobody, search: search ?? '', onLanguage };
  const inFrame = (title: string, content: ReactNode) => (
    <Frame {...frame} title={title}>
      {content}
    </Frame>
  );
  if (isCutOff) return inFrame(t.incomplete, loading(<Notice title={t.incomplete} text={t.incompleteText} />));
  if (isUnknown) return inFrame(t.unknown, loading(<Notice title={t.unknown} text={t.unknownText} />));
  if (session && isEnded) {
    const title = endTitle(session, t);
    const target = redirectTarget(query.get('redirect_url') ?? undefined);
    return inFrame(title, loading(<Closing title={title} session={session} target={target} />));
  }
  const onCancelled = () => session && setSession({ ...session, state: 'ABORTED' });
  if (isHere && session && token)
    return inFrame(
      t.heading,
      <div className="mx-auto max-w-page space-y-8">
        <Suspense fallback={<p role="status">{t.loading}</p>}>
          <BrowserFlow
            token={token}
            face_verification={session.face_verification}
            onEnd={lookAgain}
            onLeave={() => setHere(false)}
          />
        </Suspense>
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
      onHere={() => setHere(true)}
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
