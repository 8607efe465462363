import { Trans } from '@lingui/react/macro';
import type { AccountUser } from '@sigill/sdk/portal';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../api/later';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';

const load = () => import('./RenameDialog');
/** The form is loaded on first use, so that the list of keys does not need the forms library. */
const RenameDialog = lazyPart(async () => (await load()).RenameDialog);

export function RenameKey({ user, size }: { user: AccountUser; size?: 'regular' | 'small' }) {
  const [dialog, setDialog] = useState<'never opened' | 'open' | 'closed'>('never opened');
  const prepare = () => void load().catch(() => undefined);
  return (
    <>
      <Button
        variant="secondary"
        size={size}
        onClick={() => setDialog('open')}
        onPointerEnter={prepare}
        onFocus={prepare}
      >
        <Icon name="pen" className="size-4" />
        {user.name ? <Trans>Rename</Trans> : <Trans>Add a name</Trans>}
      </Button>
      {dialog !== 'never opened' && (
        <Suspense fallback={null}>
          <RenameDialog user={user} open={dialog === 'open'} onClose={() => setDialog('closed')} />
        </Suspense>
      )}
    </>
  );
}
