import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, useId } from 'react';
import { described, FieldFrame } from '../../ui/Field';
import { inputClass } from '../../ui/input-class';

type Props = ComponentProps<'textarea'> & { error: string | undefined };

export function ReturnAddressesField({ error, ...props }: Props) {
  const { t } = useLingui();
  const id = useId();
  const hint = t`One host or app scheme per line, such as com.example.shop: or shop.example. If empty, redirect_url may be any address.`;
  return (
    <FieldFrame id={id} label={t`Allowed redirect URLs`} optional={t`Optional`} hint={hint} error={error}>
      <textarea
        {...props}
        {...described(id, hint, error)}
        rows={3}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        translate="no"
        className={`${inputClass} font-mono text-sm! leading-6`}
      />
    </FieldFrame>
  );
}

export const typedAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');
