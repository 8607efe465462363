import { useLingui } from '@lingui/react/macro';
import { type ComponentProps, useId } from 'react';
import { described, FieldFrame } from '../../ui/Field';
import { inputClass } from '../../ui/input-class';

type Props = ComponentProps<'textarea'> & { error: string | undefined };

/** The hosts and apps that people may be sent back to, one per line. */
export function ReturnAddressesField({ error, ...props }: Props) {
  const { t } = useLingui();
  const id = useId();
  const hint = t`Hosts and schemes of apps, one on each line: shop.example, com.example.shop: and so on. When it is empty, any address of redirect_url will do.`;
  return (
    <FieldFrame id={id} label={t`Where people may be sent back to`} optional={t`Optional`} hint={hint} error={error}>
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

/** The typed addresses, one per line. */
export const typedAddresses = (text: string): string[] => text.split(/[\s,;]+/).filter((address) => address !== '');
