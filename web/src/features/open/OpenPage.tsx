import type { ReaderSession } from '@sigill/sdk/portal';
import type { ReactNode } from 'react';
import { redirectTarget } from '../../../../openapi/facts/redirect-target';
import { isEnd } from '../demo/follow-session';
import { Closing } from './Closing';
import { Frame } from './Frame';
import { Invitation } from './Invitation';
import type { Language } from './languages';
import { Notice } from './Notice';
import type { OpenTexts } from './texts/en';
import { usePhone } from './use-phone';
import { useSession } from './use-session';
import { useWords } from './words';

/** The data in the address, which is not known when the page is rendered at build time. */
export type Address = { token?: string; redirect_url?: string; search: string };

type Props = {
  address: Address | undefined;
  onLanguage: (language: Language) => void;
};

/** The session page, for the person whose document is read. */
export function OpenPage({ address, onLanguage }: Props) {
  const { t } = useWords();
  const { session, line, isUnknown, setSession } = useSession(address?.token);
  const phone = usePhone();
  const isCutOff = address !== undefined && !address.token;
  const isNobody = isCutOff || isUnknown === true;
  const frame = { session, isNobody, search: address?.search ?? '', onLanguage };
  const inFrame = (title: string, content: ReactNode) => (
    <Frame {...frame} title={title}>
      {content}
    </Frame>
  );
  if (isCutOff) return inFrame(t.incomplete, <Notice title={t.incomplete} text={t.incompleteText} />);
  if (isUnknown) return inFrame(t.unknown, <Notice title={t.unknown} text={t.unknownText} />);
  if (session && isEnd(session.state)) {
    const title = endTitle(session, t);
    return inFrame(title, <Closing title={title} session={session} target={redirectTarget(address?.redirect_url)} />);
  }
  return inFrame(
    t.heading,
    <Invitation
      session={session}
      line={line}
      phone={phone}
      token={address?.token}
      onCancelled={() => session && setSession({ ...session, state: 'ABORTED' })}
    />,
  );
}

function endTitle({ state, failure }: ReaderSession, t: OpenTexts): string {
  if (state === 'APPROVED') return t.approved;
  if (state === 'REJECTED') return t.rejected;
  if (state === 'ABORTED') return t.aborted;
  return failure?.code === 'session_expired' ? t.expired : t.failed;
}
