import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/Skeleton';
import { useHydrated } from '../../ui/use-hydrated';
import { Load } from '../loading/Load';

type Props = {
  token: string | undefined;
  /** Shown when there is no token. */
  incomplete: ReactNode;
  children: (token: string) => ReactNode;
};

/** Shows the session whose token is in the page's address. The address is not sent to other sites. */
export function OfToken({ token, incomplete, children }: Props) {
  const isHydrated = useHydrated();
  return (
    <>
      <meta name="referrer" content="no-referrer" />
      <meta name="robots" content="noindex" />
      {!isHydrated ? (
        <Skeleton lines={6} />
      ) : token ? (
        <Load lines={6} missing={<Trans>This link is not valid. Its session may have been deleted.</Trans>}>
          {children(token)}
        </Load>
      ) : (
        incomplete
      )}
    </>
  );
}
