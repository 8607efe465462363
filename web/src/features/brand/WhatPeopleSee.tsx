import { Trans, useLingui } from '@lingui/react/macro';
import type { MerchantProfile, PersonLocale } from '@sigill/sdk/portal';
import { merchantSelfOptions, merchantUpdateMutation } from '@sigill/sdk/portal/react-query';
import { vPersonLocale } from '@sigill/sdk/portal/schemas';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import * as v from 'valibot';
import { lazyPart } from '../../api/later';
import { languageNames, languages } from '../../i18n/languages';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/Field';
import { Fact, KeyValue } from '../../ui/KeyValue';
import { useToast } from '../../ui/Toast';
import { errorText, useCall, useSchemaForm } from '../forms/Form';
import { ProblemAlert } from '../forms/ProblemAlert';
import { TextLink } from '../navigation/LocaleLink';
import { ColourField, LogoField, ReturnAddressesField, typedAddresses } from './BrandFields';
import { isColour, typedColour } from './typed-colour';

const OpenPreview = lazyPart(async () => (await import('./OpenPreview')).OpenPreview);

/** The values of the fields. Missing values are empty strings, and the logo is a URL. */
type Brand = { default_locale: PersonLocale | ''; brand_color: string; brand_logo: string; return_addresses: string };

const schema = v.object({
  default_locale: v.union([vPersonLocale, v.literal('')]),
  brand_color: v.pipe(
    v.string(),
    v.transform(typedColour),
    v.check((colour) => colour === '' || isColour(colour)),
  ),
  brand_logo: v.string(),
  return_addresses: v.string(),
});

const brandOf = ({ default_locale, brand_color, brand_logo_url, return_addresses }: MerchantProfile): Brand => ({
  default_locale: default_locale ?? '',
  brand_color: brand_color ?? '',
  brand_logo: brand_logo_url ?? '',
  return_addresses: return_addresses.join('\n'),
});

export function WhatPeopleSee() {
  const { t, i18n } = useLingui();
  const toast = useToast();
  const queryClient = useQueryClient();
  const { data: merchant } = useSuspenseQuery(merchantSelfOptions());
  const form = useSchemaForm(schema, { values: brandOf(merchant) });
  const { errors, isDirty, dirtyFields } = form.formState;
  const brand = form.watch();
  const { default_locale = '', brand_color = '', brand_logo = '', return_addresses = '' } = brand;
  const call = useCall(form, {
    ...merchantUpdateMutation(),
    onSuccess(updated) {
      queryClient.setQueryData(merchantSelfOptions().queryKey, updated);
      toast(t`Settings saved.`);
    },
  });
  const change = (name: keyof Brand, value: string) => {
    form.clearErrors(name);
    form.setValue(name, value, { shouldDirty: true, shouldValidate: errors[name] !== undefined });
  };
  const noLogo = t`The logo must be a PNG, JPEG or WebP image of at most 256 KB and 4 megapixels. Choose another file.`;

  const save = (wanted: Brand) =>
    call.mutate({
      ...(dirtyFields.default_locale && { default_locale: wanted.default_locale || null }),
      ...(dirtyFields.brand_color && { brand_color: wanted.brand_color || null }),
      ...(dirtyFields.return_addresses && { return_addresses: typedAddresses(wanted.return_addresses) }),
      ...(dirtyFields.brand_logo && { brand_logo: wanted.brand_logo.split(',')[1] ?? null }),
    });

  return (
    <div className="grid items-start gap-x-16 gap-y-10 xl:grid-cols-2">
      <form noValidate onSubmit={form.handleSubmit(save)} className="min-w-0 space-y-7">
        <div className="space-y-3">
          <KeyValue>
            <Fact name={t`Name`} value={merchant.name} />
          </KeyValue>
          <p className="text-sm text-muted">
            <Trans>
              The company from your <TextLink to="/billing">billing details</TextLink>, or the domain of your first
              user.
            </Trans>
          </p>
        </div>
        <LogoField
          shown={brand_logo || undefined}
          error={errors.brand_logo && noLogo}
          onLogo={(url = '') => change('brand_logo', url)}
          onRefused={() => form.setError('brand_logo', { type: 'file' })}
        />
        <ColourField
          {...form.register('brand_color')}
          value={brand_color}
          error={errors.brand_color && t`Enter six hexadecimal digits, such as #1d4f91.`}
          onColour={(colour) => change('brand_color', colour)}
        />
        <SelectField
          {...form.register('default_locale')}
          label={t`Page language`}
          hint={t`A session can override this with locale.`}
        >
          <option value="">{t`Browser language`}</option>
          {languages.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {languageNames[locale]}
            </option>
          ))}
        </SelectField>
        <ReturnAddressesField {...form.register('return_addresses')} error={errorText(errors.return_addresses, '')} />
        <ProblemAlert error={Object.keys(errors).length === 0 ? call.error : undefined} />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" loading={call.isPending} disabled={!isDirty} className="w-full sm:w-auto sm:min-w-44">
            <Trans>Save</Trans>
          </Button>
          {isDirty && !call.isPending && (
            <Button variant="quiet" onClick={() => form.reset()}>{t`Discard changes`}</Button>
          )}
        </div>
      </form>
      <Suspense fallback={<RoomForPreview />}>
        <OpenPreview
          name={merchant.name}
          logo={brand_logo || undefined}
          colour={typedColour(brand_color)}
          language={default_locale || (i18n.locale as PersonLocale)}
          back={typedAddresses(return_addresses)[0]}
        />
      </Suspense>
    </div>
  );
}

/** As high as the two previews, so that nothing moves when they are loaded. */
const RoomForPreview = () => (
  <div aria-hidden="true" className="grid gap-6 sm:grid-cols-2">
    {['light', 'dark'].map((theme) => (
      <div key={theme}>
        <div className="min-h-80 rounded-md border border-edge lg:[zoom:0.75]" />
        <p className="mt-2 text-sm">&nbsp;</p>
      </div>
    ))}
  </div>
);
