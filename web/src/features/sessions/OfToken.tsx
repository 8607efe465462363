import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Skeleton } from '../../ui/Skeleton';
import { useHydrated } from '../../ui/use-hydrated';
import { Load } from '../loading/Load';

type Props = {
  token: string | undefined;
  /** What to say without a token. */
  incomplete: ReactNode;
  children: (token: string) => ReactNode;
};

/** What a page shows of the session whose token is in its address. The address is told to nobody. */
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
