import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { useCaptureTexts } from './capture-texts';

/** The details that open a chip. Dates are YYYY-MM-DD in the fields, and YYMMDD in the key that `onKey` receives. */
export type TypedKey = { document_number: string; date_of_birth: string; date_of_expiry: string };
const names = ['document_number', 'date_of_birth', 'date_of_expiry'] as const;

export const nothing: TypedKey = { document_number: '', date_of_birth: '', date_of_expiry: '' };

type Props = {
  tries_left: number | undefined;
  typed: TypedKey;
  onType: (typed: TypedKey) => void;
  onKey: (key: TypedKey) => void;
  children: ReactNode;
};

/** Checks only the format. Whether the details are right, only the chip can tell. */
export function KeyForm({ tries_left, typed, onType, onKey, children }: Props) {
  const t = useCaptureTexts();
  const [isTried, setTried] = useState(false);
  const wrong = names.filter((name) => !isRight(name, typed[name]));

  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    const [first] = wrong;
    if (first) event.currentTarget.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus();
    else onKey(keyOf(typed));
  };
  const field = (name: keyof TypedKey, label: string, error: string) => ({
    name,
    label,
    value: typed[name],
    onChange: ({ target }: { target: HTMLInputElement }) => onType({ ...typed, [name]: target.value }),
    ...(isTried && wrong.includes(name) && { error }),
  });
  return (
    <section aria-labelledby="key" className="min-w-0 space-y-4">
      <h2 id="key" className="display text-xl">
        {t.flow.keyTitle}
      </h2>
      {tries_left === undefined ? (
        <p className="text-muted">{t.flow.keyText}</p>
      ) : (
        <p role="alert" ref={focus} tabIndex={-1} className="text-danger outline-none">
          {t.flow.denied} {t.flow.triesLeft.replace('{count}', String(tries_left))}
        </p>
      )}
      {children}
      <form noValidate onSubmit={submit} className="space-y-6">
        <Field
          {...field('document_number', t.flow.number, t.flow.numberWrong)}
          autoCapitalize="characters"
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          onChange={({ target }) => onType({ ...typed, document_number: target.value.toUpperCase() })}
        />
        <div className="grid gap-6 sm:grid-cols-2">
          <Field {...field('date_of_birth', t.flow.birth, t.flow.dateWrong)} type="date" />
          <Field {...field('date_of_expiry', t.flow.expiry, t.flow.dateWrong)} type="date" />
        </div>
        <Button type="submit" className="brand-button">
          {t.flow.openChip}
        </Button>
      </form>
    </section>
  );
}

/** A refusal may be below the visible part of the page, so it gets the focus. */
const focus = (element: HTMLElement | null) => element?.focus();

const plain = (number: string) => number.toUpperCase().replace(/[\s<-]/g, '');

const isRight = (name: keyof TypedKey, text: string): boolean =>
  name === 'document_number' ? /^[A-Z0-9]{5,22}$/.test(plain(text)) : /^\d{4}-\d\d-\d\d$/.test(text);

const keyOf = ({ document_number, date_of_birth, date_of_expiry }: TypedKey): TypedKey => ({
  document_number: plain(document_number),
  date_of_birth: date_of_birth.slice(2).replaceAll('-', ''),
  date_of_expiry: date_of_expiry.slice(2).replaceAll('-', ''),
});
