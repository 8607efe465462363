import type { ReactNode } from 'react';
import { facts } from '../../content/facts';
import { Guilloche } from '../../ui/Guilloche';

type Props = {
  /** In the browser's tab; also the heading unless `heading` says otherwise. */
  title: string;
  heading?: ReactNode;
  description?: string;
  /** The sentence below the heading. */
  lead?: ReactNode;
  /** Seeds the page's own line work. */
  name: string;
  narrow?: boolean;
  children: ReactNode;
};

/** The frame of every screen but the home page: title, heading, lead, content. */
export function Page({ title, heading = title, description, lead, name, narrow = false, children }: Props) {
  return (
    <div className="relative overflow-hidden">
      <PageMeta title={title} description={description} />
      <Guilloche name={name} className="absolute -top-40 -right-48 -z-10 size-[34rem] text-accent opacity-15" />
      <div className="page pt-14 sm:pt-20">
        <div className={narrow ? 'max-w-form' : ''}>
          <h1 className="display text-3xl">{heading}</h1>
          {lead && <p className="mt-4 max-w-prose text-lg text-muted">{lead}</p>}
          <div className="mt-10">{children}</div>
        </div>
      </div>
    </div>
  );
}

export function PageMeta({ title, description }: { title: string; description?: string }) {
  return (
    <>
      <title>{`${title} · ${facts.product}`}</title>
      {description && <meta name="description" content={description} />}
    </>
  );
}
