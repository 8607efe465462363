import type { ComponentProps, ReactNode } from 'react';

type Props = {
  caption: string;
  children: ReactNode;
  /**
   * On a phone, each row becomes a block. Without this, a wide table scrolls sideways. Only for the portal, because only it loads
   * rows.css.
   */
  stacked?: boolean;
  className?: string;
};

export function Table({ caption, children, stacked, className = '' }: Props) {
  const rows = stacked ? 'stacked-rows' : '';
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard.
    <section aria-label={caption} tabIndex={0} className={`overflow-x-auto ${rows} ${className}`}>
      <table className="w-full border-collapse text-start text-sm">
        <caption className="sr-only">{caption}</caption>
        {children}
      </table>
    </section>
  );
}

/**
 * The row of headings. A heading with classes is a pair of name and classes, for example for a column of numbers, which is aligned
 * at the end. A column with `sm:max-xl:hidden` is shown on phones, where it has its own line, and in wide windows.
 */
export const Headings = ({ names }: { names: (string | [name: string, look: string])[] }) => (
  <thead>
    <tr>
      {names.map((heading) => {
        const [name, look] = [heading].flat();
        return (
          <Th key={name} className={look}>
            {name}
          </Th>
        );
      })}
    </tr>
  </thead>
);

export const Th = ({ className = '', scope = 'col', ...props }: ComponentProps<'th'>) => (
  <th
    {...props}
    scope={scope}
    className={`${scope === 'col' ? 'caps align-bottom' : 'align-top font-medium'} border-b border-hairline py-3 pe-6 last:pe-0 ${className}`}
  />
);

export const Td = ({ className = '', ...props }: ComponentProps<'td'>) => (
  <td {...props} className={`border-b border-hairline py-3 pe-6 align-top last:pe-0 ${className}`} />
);
