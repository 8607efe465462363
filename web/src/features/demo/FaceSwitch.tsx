import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import { service } from '../../content/service';
import { SwitchField } from '../../ui/Field';

/** Asks for a face too. Where nothing compares faces it cannot be switched on, and says why. */
export function FaceSwitch(props: ComponentProps<'input'>) {
  const { t } = useLingui();
  return (
    <SwitchField
      {...props}
      label={t`Face verification`}
      {...(!service.has_face_matcher && {
        disabled: true,
        hint: t`Not available here: this service has no face matcher set up.`,
      })}
    />
  );
}
