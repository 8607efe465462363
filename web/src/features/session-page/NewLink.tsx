import { Trans, useLingui } from '@lingui/react/macro';
import { sessionGetOptions, sessionRenewLinkMutation } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMay } from '../../api/role';
import { ConfirmButton } from '../forms/ConfirmButton';
import { LinkForPhone } from './LinkForPhone';

/**
 * Issues a new link for a session that has not started, for someone who has lost theirs. Links are not stored, so the original can't be
 * shown.
 */
export function NewLink({ id }: { id: number }) {
  const { t } = useLingui();
  const may = useMay('session.renew_link');
  const queryClient = useQueryClient();
  const renewal = useMutation({
    ...sessionRenewLinkMutation(),
    // A device may have started it in the meantime, which the page then shows.
    onError: () => queryClient.invalidateQueries({ queryKey: sessionGetOptions({ id }).queryKey }),
  });

  if (!may) return null;
  if (renewal.data) return <Shown open_url={renewal.data.open_url} />;
  return (
    <div className="space-y-4">
      <p className="measure text-sm text-muted">
        <Trans>This session’s link was shown only once and is not kept. If it was lost, create a new one.</Trans>
      </p>
      <ConfirmButton call={renewal} variables={{ id }} button={t`Create a new link`} title={t`Create a new link?`}>
        <p>
          <Trans>
            The previous link stops working. The new one ends on our page: only your backend can create one that returns
            to your site.
          </Trans>
        </p>
      </ConfirmButton>
    </div>
  );
}

/** Announces the result of pressing the button. */
const focus = (heading: HTMLElement | null) => heading?.focus();

function Shown({ open_url }: { open_url: string }) {
  const { t } = useLingui();
  return (
    <div className="space-y-4">
      <h2 ref={focus} tabIndex={-1} className="display text-xl">{t`The new link`}</h2>
      <p className="measure text-sm text-muted">{t`This link is shown only once. The previous one no longer works.`}</p>
      <LinkForPhone open_url={open_url} />
    </div>
  );
}
