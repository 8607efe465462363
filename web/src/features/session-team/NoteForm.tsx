import { useLingui } from '@lingui/react/macro';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/Button';
import { described, FieldFrame } from '../../ui/Field';
import { inputClass } from '../../ui/input-class';
import { ProblemAlert } from '../forms/ProblemAlert';

type Props = {
  label: string;
  hint?: ReactNode;
  text?: string;
  submit: string;
  call: { isPending: boolean; error: unknown };
  /** Must call `empty` once the text is saved, so that the next one can be typed. */
  onSubmit: (text: string, empty: () => void) => void;
  onCancel?: () => void;
};

/** If the form can be cancelled, the user opened it to type, so it takes the focus. */
export function NoteForm({ label, hint, text, submit, call, onSubmit, onCancel }: Props) {
  const { t } = useLingui();
  const id = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const opened = onCancel !== undefined;
  useEffect(() => {
    if (opened) field.current?.focus();
  }, [opened]);
  function empty() {
    if (!field.current) return;
    field.current.value = '';
    field.current.focus();
  }
  function send(event: FormEvent) {
    event.preventDefault();
    const typed = field.current?.value.trim();
    if (typed) onSubmit(typed, empty);
    else field.current?.focus();
  }
  return (
    <form onSubmit={send} className="space-y-3">
      <FieldFrame id={id} label={label} hint={hint}>
        <textarea
          ref={field}
          {...described(id, hint)}
          rows={3}
          maxLength={1000}
          defaultValue={text}
          required
          className={inputClass}
        />
      </FieldFrame>
      <ProblemAlert error={call.error} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="secondary" size="small" loading={call.isPending}>
          {submit}
        </Button>
        {onCancel && (
          <Button variant="quiet" size="small" onClick={onCancel}>
            {t`Cancel`}
          </Button>
        )}
      </div>
    </form>
  );
}
