import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

type Props = { id: string } & Record<'title' | 'subtitle' | 'aside' | 'children', ReactNode>;

export function Section({ id, title, subtitle, aside, children }: Props) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="grid scroll-mt-24 gap-x-10 gap-y-6 border-t border-hairline py-12 [contain-intrinsic-size:auto_60rem] [content-visibility:auto] xl:grid-cols-[1fr_26rem]"
    >
      <div className="min-w-0 space-y-8">
        <header>
          <h2 id={`${id}-title`} className="text-xl font-medium">
            {title}
            <AnchorLink id={id} />
          </h2>
          {subtitle}
        </header>
        {children}
      </div>
      {aside}
    </section>
  );
}

export const Part = ({ title, children }: { title: ReactNode; children: ReactNode }) => (
  <div>
    <h3 className="caps mb-3">{title}</h3>
    {children}
  </div>
);

/** `name` is the readable name of the entry, if it differs from its anchor. */
export function AnchorLink({ id, name = id }: { id: string; name?: string }) {
  const { t } = useLingui();
  return (
    <a href={`#${id}`} aria-label={t`Link to ${name}`} className="anchor-link">
      #
    </a>
  );
}
