import { useLingui } from '@lingui/react/macro';
import type { ComponentProps } from 'react';
import type { FieldError } from 'react-hook-form';
import { facts } from '../../content/facts';
import { CodeField } from '../../ui/CodeField';
import { Field } from '../../ui/Field';
import { PasswordField } from '../../ui/PasswordField';
import { errorText } from '../forms/Form';

type Props = Omit<ComponentProps<'input'>, 'type'> & { label?: string; error: FieldError | undefined };

export function EmailField({ label, error, ...props }: Props) {
  const { t } = useLingui();
  const wrong = errorText(error, t`Enter an address such as name@company.com.`);
  return <Field {...props} type="email" label={label ?? t`Email`} error={wrong} />;
}

type PasswordProps = Props & { autoComplete: 'current-password' | 'new-password' };

export function PasswordInput({ label, error, ...props }: PasswordProps) {
  const { t } = useLingui();
  const { password_minimum } = facts;
  const minimum = props.autoComplete === 'new-password' ? password_minimum : undefined;
  const wrong = errorText(error, t`Enter at least ${password_minimum} characters.`);
  return <PasswordField {...props} minimum={minimum} label={label ?? t`Password`} error={wrong} />;
}

export function EmailedCodeField({ error, ...props }: Omit<Props, 'label'>) {
  const { t } = useLingui();
  return (
    <CodeField
      {...props}
      label={t`Code`}
      error={errorText(error, t`Enter the ${facts.code_length} characters of the code.`)}
    />
  );
}
