import { Trans, useLingui } from '@lingui/react/macro';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { Field, SwitchField } from '../../ui/Field';
import { ProblemAlert } from '../forms/ProblemAlert';
import { MOST_SHARED, type SavedView, type useSavedViews } from './saved-views';

type Props = {
  /** The view to change. If undefined, a new one is saved. */
  view: SavedView | undefined;
  present: Pick<SavedView, 'search' | 'columns'>;
  views: ReturnType<typeof useSavedViews>;
  onClose: () => void;
};

export function ViewDialog({ view, present, views, onClose }: Props) {
  const { t } = useLingui();
  const wasShared = view?.id !== undefined;
  const [isShared, share] = useState(wasShared);
  const [replaces, replace] = useState(false);
  const isFull = !wasShared && views.shared.length >= MOST_SHARED;
  const save = useMutation({
    mutationFn: (name: string) =>
      views.save({ ...(view && !replaces ? { ...present, ...view } : present), name }, isShared, view),
    onSuccess: onClose,
  });
  const remove = useMutation({ mutationFn: views.remove, onSuccess: onClose });
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get('name') ?? '').trim();
    if (name) save.mutate(name);
  }
  return (
    <Dialog open onClose={onClose} title={view ? t`Edit the view` : t`Save this view`}>
      <form onSubmit={submit} className="space-y-6">
        <Field label={t`Name`} name="name" required maxLength={60} autoComplete="off" defaultValue={view?.name} />
        <SwitchField
          label={t`Share with the team`}
          checked={isShared}
          disabled={isFull}
          onChange={({ target }) => share(target.checked)}
          hint={
            isFull ? (
              <Trans>The account already shares {MOST_SHARED} views. Delete one first.</Trans>
            ) : (
              t`Everyone in the account who can see sessions can use, change and delete it. Otherwise it is saved in this browser only.`
            )
          }
        />
        {view && (
          <SwitchField
            label={t`Use the filters and columns on screen`}
            checked={replaces}
            onChange={({ target }) => replace(target.checked)}
            hint={t`They replace those of the view.`}
          />
        )}
        <ProblemAlert error={save.error ?? remove.error} />
        <div className="flex flex-wrap justify-end gap-3">
          {view && (
            <Button variant="danger" className="me-auto" loading={remove.isPending} onClick={() => remove.mutate(view)}>
              {wasShared ? t`Delete for everyone` : t`Delete`}
            </Button>
          )}
          <Button variant="secondary" onClick={onClose}>{t`Cancel`}</Button>
          <Button type="submit" loading={save.isPending}>{t`Save`}</Button>
        </div>
      </form>
    </Dialog>
  );
}
