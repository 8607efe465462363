import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, useEffect } from 'react';
import { faces } from '../../content/faces';
import { SwitchField } from '../../ui/Field';
import { useHydrated } from '../../ui/use-hydrated';
import { restoreTyped } from '../forms/typed-before-hydration';

export function FaceSwitch(props: ComponentProps<'input'>) {
  const { t } = useLingui();
  // The prerendered page is the same for services with and without a face matcher, so this is known only after hydration.
  const isMissing = useHydrated() && !faces.words.includes('demo');
  useEffect(restoreTyped, []);
  return (
    <SwitchField
      {...props}
      label={t`Face verification`}
      disabled={isMissing}
      hint={isMissing && t`Not available here: nothing on this service compares faces.`}
    />
  );
}
