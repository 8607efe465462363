import { type ReactNode, useId } from 'react';
import { Page, type PageProps } from '../page/Page';

type Props = Omit<PageProps, 'narrow' | 'aside'> & {
  /** Shown beside the form, or below it on narrow screens. */
  about: ReactNode;
};

export const FormPage = ({ about, children, ...page }: Props) => (
  <Page {...page}>
    <div className={about ? 'grid items-start gap-x-16 gap-y-14 xl:grid-cols-2' : ''}>
      <div className={about ? 'max-w-form min-w-0' : ''}>{children}</div>
      {about}
    </div>
  </Page>
);

type AboutProps = { title: string; numbered?: boolean; items: ReactNode[] };

export function About({ title, numbered = false, items }: AboutProps) {
  const id = useId();
  const List = numbered ? 'ol' : 'ul';
  return (
    <section aria-labelledby={id} className="max-w-form min-w-0 border-t border-hairline pt-6">
      <h2 id={id} className="caps mb-3">
        {title}
      </h2>
      <List className="divide-y divide-hairline text-sm">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items never change places.
          <li key={index} className="flex gap-4 py-3">
            {numbered && (
              <span aria-hidden="true" className="font-mono text-accent">
                {index + 1}
              </span>
            )}
            <div className="min-w-0">{item}</div>
          </li>
        ))}
      </List>
    </section>
  );
}
