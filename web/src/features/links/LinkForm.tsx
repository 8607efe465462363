import { Trans, useLingui } from '@lingui/react/macro';
import type { LinkCreateParams, ReusableLink } from '@sigill/sdk/portal';
import { linkGetOptions, linkListQueryKey } from '@sigill/sdk/portal/react-query';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useDeferredValue, useState } from 'react';
import { sigill } from '../../api/client';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import { ColourField } from '../brand/BrandFields';
import { isColour, typedColour } from '../brand/typed-colour';
import { ProblemAlert } from '../forms/ProblemAlert';
import { useFinish } from '../forms/use-finish';
import { withoutDefaults } from '../new-verification/NewVerification';
import { OptionFields, type VerificationOptions } from '../new-verification/OptionFields';
import type { PosterLink } from './Poster';

type Values = {
  name: string;
  title: string;
  limit: string;
  /** The last day of the link, in the viewer's time zone. */
  ends: string;
  brand_color: string;
  options: VerificationOptions;
};

const valuesOf = (link?: ReusableLink): Values => ({
  name: link?.name ?? '',
  title: link?.title ?? '',
  limit: link?.limit ? String(link.limit) : '',
  ends: link?.expires ? dayBefore(link.expires) : '',
  brand_color: link?.brand_color ?? '',
  options: {
    locale: link?.session_options.locale ?? '',
    face_verification: link?.session_options.face_verification ?? false,
    passport_only: link?.session_options.passport_only ?? false,
    specimen: link?.session_options.specimen ?? false,
    policy: link?.session_options.policy ?? '',
  },
});

function dayBefore(expires: string): string {
  const last = new Date(Date.parse(expires) - 1);
  return new Date(last.getTime() - last.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/** The end of a day in the viewer's time zone. */
function endOf(day: string): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date + 1).toISOString();
}

type Props = {
  link?: ReusableLink;
  /** Shows the link as the fields would change it. */
  preview: (link: PosterLink) => ReactNode;
};

/** Keeps options that were set through the API and have no field here. */
export function LinkForm({ link, preview }: Props) {
  const { t } = useLingui();
  const [values, setValues] = useState(() => valuesOf(link));
  const { mutate: save, isPending, error } = useSave(link);
  const set = (name: Exclude<keyof Values, 'options'>) => ({
    value: values[name],
    onChange: ({ target }: { target: HTMLInputElement }) => setValues({ ...values, [name]: target.value }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isPending) save(values);
  };
  const shown = useDeferredValue(values);
  return (
    <div className="grid items-start gap-x-16 gap-y-12 xl:grid-cols-[1fr_26rem]">
      <form method="post" className="max-w-form min-w-0 space-y-7" onSubmit={submit}>
        <Field
          {...set('name')}
          label={t`Name`}
          hint={t`Only your team sees it.`}
          required
          maxLength={100}
          autoComplete="off"
        />
        <Field
          {...set('title')}
          label={t`Title`}
          optional={t`Optional`}
          hint={t`At the top of the page and of the poster, such as “Check in at the Harbour Hotel”.`}
          maxLength={100}
          autoComplete="off"
        />
        <Ending set={set} />
        <ColourField
          value={values.brand_color}
          error={undefined}
          onColour={(brand_color) => setValues({ ...values, brand_color })}
        />
        <OptionFields value={values.options} onChange={(options) => setValues({ ...values, options })} />
        <ProblemAlert error={error} />
        <Button type="submit" loading={isPending} className="w-full sm:w-auto sm:min-w-44">
          {link ? <Trans>Save</Trans> : <Trans>Create the link</Trans>}
        </Button>
      </form>
      {preview(changed(link, shown))}
    </div>
  );
}

function changed(link: ReusableLink | undefined, values: Values): PosterLink {
  const { title, brand_color, session_options = {} } = inputOf(values, link).given;
  return {
    ...(link && { url: link.url }),
    ...(title && { title }),
    ...(brand_color && { brand_color }),
    session_options,
  };
}

type Set = (name: 'limit' | 'ends') => { value: string; onChange: (event: { target: HTMLInputElement }) => void };

function Ending({ set }: { set: Set }): ReactNode {
  const { t } = useLingui();
  return (
    <div className="grid gap-x-4 gap-y-6 sm:grid-cols-2">
      <Field
        {...set('limit')}
        label={t`How many people`}
        optional={t`Optional`}
        hint={t`Only verified people count.`}
        type="number"
        inputMode="numeric"
        min={1}
        max={1_000_000}
        step={1}
      />
      <Field {...set('ends')} label={t`Last day`} optional={t`Optional`} type="date" />
    </div>
  );
}

function useSave(link: ReusableLink | undefined) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const finish = useFinish();
  return useMutation({
    mutationFn(values: Values) {
      const { given, absent } = inputOf(values, link);
      return link ? sigill.link.update({ id: link.id, ...absent, ...given }) : sigill.link.create(given);
    },
    async onSuccess({ id }) {
      await queryClient.invalidateQueries({ queryKey: linkListQueryKey() });
      await queryClient.invalidateQueries({ queryKey: linkGetOptions({ id }).queryKey });
      await finish(`/link/${id}`, link ? t`Link saved.` : t`Link created.`);
    },
  });
}

/**
 * The input of the call that creates or updates a link. An update also sends nulls from `absent`, which remove the optional values
 * that are no longer given.
 */
function inputOf({ name, title, limit, ends, brand_color, options }: Values, link: ReusableLink | undefined) {
  const colour = typedColour(brand_color);
  const {
    locale: _,
    face_verification: __,
    passport_only: ___,
    specimen: ____,
    policy: _____,
    ...others
  } = link?.session_options ?? {};
  const given: LinkCreateParams = {
    name: name.trim(),
    ...(title.trim() && { title: title.trim() }),
    ...(limit && { limit: Number(limit) }),
    ...(ends && { expires: ends === valuesOf(link).ends ? link?.expires : endOf(ends) }),
    ...(isColour(colour) && { brand_color: colour }),
    session_options: { ...others, ...withoutDefaults(options) },
  };
  return { given, absent: { title: null, limit: null, expires: null, brand_color: null } };
}
