import type { OpenedLink } from '@sigill/sdk/portal';
import { linkOpen, linkStart, PublicCallError } from '@sigill/sdk/public';
import { useEffect, useState } from 'react';
import type { Language } from '../../i18n/languages';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';
import { pollingDelay } from '../demo/follow-session';
import { Frame } from './Frame';
import { HowTo } from './HowTo';
import { Needs } from './Invitation';
import { languageOfPath, pathIn } from './languages';
import { Notice } from './Notice';
import { usePhone } from './use-browser';
import { lineNow } from './use-session';
import { filled, useWords } from './words';

type Props = { code: string; onLanguage: (language: Language) => void };

export function LinkPage({ code, onLanguage }: Props) {
  const { t } = useWords();
  const { link, failure, setFailure } = useLink(code, onLanguage);
  const thisPhone = usePhone();
  const title = link?.title ?? t.heading;
  const notices = {
    unknown: [t.unknown, t.unknownText],
    ended: [t.linkEnded, t.linkEndedText],
    unavailable: [t.linkPaused, t.linkPausedText],
  } as const;
  const notice = failure && failure !== 'busy' && failure !== 'silent' ? notices[failure] : undefined;
  return (
    <Frame
      title={notice?.[0] ?? title}
      session={link}
      isNobody={failure === 'unknown'}
      search=""
      onLanguage={onLanguage}
    >
      {notice ? (
        <Notice title={notice[0]} text={notice[1]} />
      ) : (
        <div className="grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
          <div className="space-y-4">
            {/* A long title is smaller, to fit the space of the placeholder, so that nothing moves. */}
            <div className="display min-h-[2lh] text-4xl">
              <h1 dir="auto" className={`wrap-anywhere ${sizeOf(title)}`}>
                {title}
              </h1>
            </div>
            <p className="measure min-h-28 text-base sm:min-h-16 sm:text-lg">
              {link?.merchant_name ? filled(t.lead, { merchant: <strong>{link.merchant_name}</strong> }) : t.leadAnyone}
            </p>
          </div>
          <div className="space-y-6 lg:row-span-2">
            <StartButton
              disabled={!link}
              message={failure === 'busy' ? t.linkBusy : failure === 'silent' ? t[lineNow()] : undefined}
              onStart={() => start(code, languageOfPath(window.location.pathname), setFailure)}
            />
          </div>
          <div className="space-y-12">
            <HowTo thisPhone={thisPhone} passportOnly={link?.passport_only ?? false} />
            {/* What depends on the link comes last, so that nothing moves when the link is loaded. */}
            <Needs session={link} />
            {link?.specimen && (
              <p className="border-s-2 border-rose ps-4 text-sm text-muted">
                <strong className="font-medium text-ink">{t.specimen}.</strong> {t.specimenText}
              </p>
            )}
          </div>
        </div>
      )}
    </Frame>
  );
}

type StartProps = { disabled: boolean; message: string | undefined; onStart: () => Promise<void> };

/** Stays busy until the page is replaced. */
function StartButton({ disabled, message, onStart }: StartProps) {
  const { t } = useWords();
  const [busy, setBusy] = useState(false);
  const press = () => {
    setBusy(true);
    onStart().catch(() => setBusy(false));
  };
  return (
    <div className="space-y-4 rounded-md border border-hairline bg-raised p-5">
      <Button loading={busy} disabled={disabled} onClick={press} className="brand-button min-h-14 w-full text-lg">
        {t.start}
      </Button>
      <p className="text-sm text-muted">{t.startText}</p>
      <p role="alert" className="flex gap-2 text-sm text-warning empty:hidden">
        {message && (
          <>
            <Icon name="warning" className="mt-0.5 size-5" />
            <span>{message}</span>
          </>
        )}
      </p>
    </div>
  );
}

/** Shrinks a long title, so that 100 characters take no more height than two lines of the usual size, even on the narrowest phone. */
function sizeOf({ length }: string): string {
  if (length > 72) return 'text-sm sm:text-xl';
  if (length > 48) return 'text-lg sm:text-2xl';
  return length > 32 ? 'text-xl sm:text-4xl' : '';
}

type Failure = 'unknown' | 'ended' | 'unavailable' | 'busy' | 'silent';

const failures: Record<string, Failure> = {
  not_found: 'unknown',
  invalid_value: 'unknown',
  account_suspended: 'unavailable',
  link_ended: 'ended',
  link_unavailable: 'unavailable',
  link_busy: 'busy',
  rate_limited: 'busy',
};

const failureOf = (error: unknown): Failure =>
  (error instanceof PublicCallError && error.code && failures[error.code]) || 'silent';

/** Requests the link, and again while the service is busy or does not respond. The link's language is used unless the address names one. */
function useLink(code: string, onLanguage: (language: Language) => void) {
  const [link, setLink] = useState<OpenedLink>();
  const [failure, setFailure] = useState<Failure>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the language is chosen once, when the link arrives.
  useEffect(() => {
    const controller = new AbortController();
    const { signal } = controller;
    async function look() {
      for (let attempt = 0; !signal.aborted; attempt++) {
        try {
          const found = await linkOpen({ code }, { signal });
          setLink(found);
          setFailure(found.active ? undefined : 'ended');
          if (found.locale && !languageOfPath(window.location.pathname)) onLanguage(found.locale);
          return;
        } catch (error) {
          if (signal.aborted) return;
          const failure = failureOf(error);
          setFailure(failure);
          if (failure !== 'silent' && failure !== 'busy') return;
          await nextTurn(attempt, signal);
        }
      }
    }
    void look();
    return () => controller.abort();
  }, [code]);
  return { link, failure, setFailure };
}

/** Continues in the page's language if the person chose it, and otherwise in the session's. Without a network, as soon as it is back. */
async function start(code: string, language: Language | undefined, setFailure: (failure?: Failure) => void) {
  setFailure(undefined);
  for (let attempt = 0; ; attempt++) {
    try {
      const { open_url } = await linkStart({ code }, { onRetry: () => setFailure('silent') });
      const { search } = new URL(open_url);
      window.location.assign(language ? pathIn(language) + search : open_url);
      return;
    } catch (error) {
      const failure = failureOf(error);
      setFailure(failure);
      if (failure !== 'silent') throw error;
      await nextTurn(attempt);
    }
  }
}

/** Ends after a pause, or at once when the network is back. */
const nextTurn = (attempt: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = new AbortController();
    const end = () => {
      over.abort();
      resolve();
    };
    const timer = setTimeout(end, pollingDelay(attempt));
    over.signal.addEventListener('abort', () => clearTimeout(timer));
    addEventListener('online', end, { signal: over.signal });
    signal?.addEventListener('abort', end, { signal: over.signal });
  });
