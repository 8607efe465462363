import type { ReactNode } from 'react';
import { isEnd } from '../demo/follow-session';
import { Closing } from './Closing';
import { Frame } from './Frame';
import { Invitation } from './Invitation';
import type { Language } from './languages';
import { Notice } from './Notice';
import { redirectTarget } from './redirect-target';
import { usePhone } from './use-phone';
import { useSession } from './use-session';
import { useWords } from './words';

/** What the address says. It is not known when the page is rendered at build. */
export type Address = { token?: string; redirect_url?: string; search: string };

type Props = {
  address: Address | undefined;
  onLanguage: (language: Language) => void;
};

/** The page of a session, for the person whose document is read. */
export function OpenPage({ address, onLanguage }: Props) {
  const { t } = useWords();
  const { session, line, isUnknown, setSession } = useSession(address?.token);
  const phone = usePhone();
  const frame = { session, search: address?.search ?? '', onLanguage };
  const inFrame = (content: ReactNode) => <Frame {...frame}>{content}</Frame>;
  if (address && !address.token) return inFrame(<Notice title={t.incomplete} text={t.incompleteText} />);
  if (isUnknown) return inFrame(<Notice title={t.unknown} text={t.unknownText} />);
  if (session && isEnd(session.state))
    return inFrame(<Closing session={session} target={redirectTarget(address?.redirect_url)} />);
  return inFrame(
    <Invitation
      session={session}
      line={line}
      phone={phone}
      token={address?.token}
      onCancelled={() => session && setSession({ ...session, state: 'ABORTED' })}
    />,
  );
}
