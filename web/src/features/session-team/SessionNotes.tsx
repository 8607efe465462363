import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SessionNoteListResponse, VerificationSession } from '@sigill/sdk/portal';
import {
  sessionMarkGetQueryKey,
  sessionNoteCreateMutation,
  sessionNoteDeleteMutation,
  sessionNoteListOptions,
  sessionNoteListQueryKey,
  sessionNoteUpdateMutation,
  userSelfOptions,
} from '@sigill/sdk/portal/react-query';
import { useMutation, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useRole } from '../../api/role';
import { Button } from '../../ui/Button';
import { Time } from '../../ui/Time';
import { ConfirmButton } from '../forms/ConfirmButton';
import { NoteForm } from './NoteForm';

type Note = SessionNoteListResponse['notes'][number];

/** The service's limit. */
const MOST = 50;

export function SessionNotes({ session }: { session: VerificationSession }) {
  const { t } = useLingui();
  const session_id = session.id;
  const options = sessionNoteListOptions({ session_id, limit: 100 });
  const { notes } = useSuspenseQuery({
    // Loaded again when the identity data is deleted, because the session's notes are deleted with it.
    queryKey: [...options.queryKey, session.redacted] as readonly unknown[],
    queryFn: options.queryFn,
  }).data;
  const onSuccess = useRefreshNotes();
  const create = useMutation({ ...sessionNoteCreateMutation(), onSuccess });
  const whole = useRef<HTMLDivElement>(null);
  return (
    <div ref={whole} tabIndex={-1} className="space-y-4">
      {notes.length > 0 && (
        <ol className="space-y-4">
          {notes.toReversed().map((note) => (
            // The pressed button disappears with its note, so the focus moves to the section.
            <NoteItem key={note.id} note={note} onDeleted={() => whole.current?.focus()} />
          ))}
        </ol>
      )}
      {notes.length < MOST ? (
        <NoteForm
          label={t`New note`}
          hint={<Retention session={session} />}
          submit={t`Add the note`}
          call={create}
          onSubmit={(text, empty) => create.mutate({ session_id, text }, { onSuccess: empty })}
        />
      ) : (
        <p className="text-sm text-muted">
          <Plural value={MOST} one="A session has up to # note." other="A session has up to # notes." />{' '}
          <Retention session={session} />
        </p>
      )}
    </div>
  );
}

function Retention({ session: { redacted, identity_data_until } }: { session: VerificationSession }) {
  if (redacted)
    return (
      <Trans>
        Do not write identity data here. Earlier notes were deleted with the identity data. New ones stay with the
        session.
      </Trans>
    );
  if (identity_data_until)
    return (
      <Trans>
        Do not write identity data here. In case somebody does, notes are deleted with the identity data of this
        session, on <Time value={identity_data_until} />.
      </Trans>
    );
  return (
    <Trans>
      Do not write identity data here. In case somebody does, notes are deleted with the identity data of this session.
    </Trans>
  );
}

function NoteItem({ note, onDeleted }: { note: Note; onDeleted: () => void }) {
  const { t } = useLingui();
  const { id, text, alias, created, edited, user_id } = note;
  const { data: self } = useQuery(userSelfOptions());
  const isOwner = useRole() === 'owner';
  const onSuccess = useRefreshNotes();
  const [isOpen, setOpen] = useState(false);
  const pen = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    // The button reappears when the form closes, and gets its focus back.
    if (wasOpen.current && !isOpen) pen.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => setOpen(false);
  const update = useMutation({
    ...sessionNoteUpdateMutation(),
    async onSuccess() {
      await onSuccess();
      close();
    },
  });
  const remove = useMutation({
    ...sessionNoteDeleteMutation(),
    async onSuccess() {
      await onSuccess();
      onDeleted();
    },
  });
  const isOwn = self?.id === user_id;
  return (
    <li className="border-s-2 border-hairline ps-4">
      <p className="flex flex-wrap gap-x-3 text-sm text-muted">
        <span className="wrap-anywhere">{alias ?? t`Former user`}</span>
        <span>
          <Time value={created} />
          {edited && <> · {t`edited`}</>}
        </span>
      </p>
      {isOpen ? (
        <NoteForm
          label={t`Note`}
          text={text}
          submit={t`Save`}
          call={update}
          onSubmit={(text) => update.mutate({ id, text })}
          onCancel={close}
        />
      ) : (
        <>
          <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
          <div className="-ms-3 flex flex-wrap items-center">
            {isOwn && (
              <Button ref={pen} variant="quiet" size="small" onClick={() => setOpen(true)}>
                {t`Edit`}
              </Button>
            )}
            {(isOwn || isOwner) && (
              <ConfirmButton
                call={remove}
                variables={{ id }}
                button={t`Delete`}
                title={t`Delete the note?`}
                confirm={t`Delete`}
                size="small"
                quiet
                danger
              >
                <p className="whitespace-pre-wrap wrap-anywhere">{text}</p>
              </ConfirmButton>
            )}
          </div>
        </>
      )}
    </li>
  );
}

function useRefreshNotes(): () => Promise<void> {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: sessionNoteListQueryKey() });
    // Lists show the number of notes, so they are reloaded when next opened.
    await queryClient.invalidateQueries({ queryKey: sessionMarkGetQueryKey(), refetchType: 'none' });
  };
}
