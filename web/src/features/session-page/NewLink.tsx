import { Trans, useLingui } from '@lingui/react/macro';
import { sessionGetOptions, sessionRenewLinkMutation, sessionTimelineOptions } from '@sigill/sdk/portal/react-query';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useMay } from '../../api/role';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { useToast } from '../../ui/Toast';
import { ConfirmButton } from '../forms/ConfirmButton';
import { ProblemAlert } from '../forms/ProblemAlert';
import { knownLinkOptions, rememberLink } from '../sessions/known-link';
import { LinkForPhone } from './LinkForPhone';

/**
 * The link of a session that has not started. It can be shown while this page knows it, sent by email, or replaced by a new one.
 * The service does not store links, so a lost one can't be shown.
 */
export function NewLink({ id }: { id: number }) {
  const may = useMay('session.renew_link');
  const { data: known } = useQuery({ ...knownLinkOptions(id), enabled: false });
  if (!may) return null;
  return (
    <div className="space-y-6">
      {known ? <Shown {...known} /> : <Lost id={id} />}
      <SendByEmail id={id} />
    </div>
  );
}

function useRenewal(id: number) {
  const queryClient = useQueryClient();
  return useMutation({
    ...sessionRenewLinkMutation(),
    onSuccess: ({ open_url }) => rememberLink(queryClient, id, { open_url, replaces_another: true }),
    // A device may have started the session in the meantime, which is visible after fetching it again.
    onError: () => queryClient.invalidateQueries({ queryKey: sessionGetOptions({ id }).queryKey }),
  });
}

function Lost({ id }: { id: number }) {
  const { t } = useLingui();
  const renewal = useRenewal(id);
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

/** Focuses the heading, so that screen readers announce it. It says what the pressed button did. */
const focus = (heading: HTMLElement | null) => heading?.focus();

function Shown({ open_url, replaces_another = false }: { open_url: string; replaces_another?: boolean }) {
  const { t } = useLingui();
  return (
    <div className="space-y-4">
      <h2 ref={focus} tabIndex={-1} className="display text-xl">
        {replaces_another ? t`The new link` : t`The link`}
      </h2>
      <p className="measure text-sm text-muted">
        {replaces_another
          ? t`This link is shown only once. The previous one no longer works.`
          : t`It is for one person, and is shown only until you close the page.`}
      </p>
      <LinkForPhone open_url={open_url} />
    </div>
  );
}

function SendByEmail({ id }: { id: number }) {
  const { t } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const [email, setEmail] = useState('');
  const renewal = useRenewal(id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const send_to = email.trim();
    if (!send_to || renewal.isPending) return;
    renewal.mutate(
      { id, send_to },
      {
        async onSuccess() {
          setEmail('');
          toast(t`Link sent to ${send_to}.`);
          await queryClient.invalidateQueries({ queryKey: sessionGetOptions({ id }).queryKey });
          await queryClient.invalidateQueries({ queryKey: sessionTimelineOptions({ id }).queryKey });
        },
      },
    );
  };
  return (
    <form method="post" className="max-w-form space-y-3" onSubmit={submit}>
      <div className="flex flex-wrap items-end gap-3">
        <Field
          label={t`Send a link by email`}
          type="email"
          required
          autoComplete="off"
          maxLength={254}
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          className="min-w-0 grow basis-60"
        />
        <Button type="submit" variant="secondary" loading={renewal.isPending}>{t`Send`}</Button>
      </div>
      <p className="text-sm text-muted">
        <Trans>A new link is sent, and the previous one stops working. We do not keep the address.</Trans>
      </p>
      <ProblemAlert error={renewal.error} />
    </form>
  );
}
