import type { ComponentProps, ReactNode } from 'react';
import { Load } from './Load';

type Props = ComponentProps<typeof Load> & { id?: string; title: ReactNode; className?: string };

export const LoadedSection = ({ id, title, className, ...content }: Props) => (
  <section aria-labelledby={id} className={className}>
    <h2 id={id} className="display mb-4 text-xl">
      {title}
    </h2>
    <Load {...content} />
  </section>
);
