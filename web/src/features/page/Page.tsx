import { createContext, type ReactNode, use } from 'react';
import { facts } from '../../content/facts';
import { Icon } from '../../ui/Icon';
import { LocaleLink } from '../navigation/LocaleLink';

export type PageProps = {
  /** The title of the browser tab. It is also the heading, unless `heading` is given. */
  title: string;
  heading?: ReactNode;
  description?: string;
  lead?: ReactNode;
  art?: ReactNode;
  narrow?: boolean;
  aside?: ReactNode;
  back?: { to: string; name: ReactNode };
  /** Shown beside the heading. The content of screens with actions begins higher up, because people work on them all day. */
  actions?: ReactNode;
  children: ReactNode;
};

/** The layout of nearly all screens of the site and the portal. Extends down to the footer. */
export function Page(props: PageProps) {
  const { title, heading = title, description, lead, art, narrow, aside, back, actions, children } = props;
  const inPortal = use(InPortal);
  const top = inPortal
    ? back || actions
      ? 'pt-4 lg:pt-6'
      : 'pt-8 lg:pt-10'
    : back
      ? 'pt-5 sm:pt-11'
      : 'pt-14 sm:pt-20';
  return (
    // In the portal, fields reach the edge of the screen. The extra padding keeps their focus rings visible.
    <div className={`relative -mb-24 grow overflow-clip pb-24 print:mb-0 print:pb-0 ${inPortal ? '-mx-3 px-3' : ''}`}>
      <PageMeta title={title} description={description} />
      {art}
      {/* On the site, the heading has the same position with and without a back link above it. */}
      <div className={`page ${top} print:pt-0`}>
        {back && (
          <p data-print="hidden" className="mb-3">
            <LocaleLink
              to={back.to}
              className="inline-flex min-h-6 items-center gap-1.5 text-sm leading-6 text-muted hover:text-accent"
            >
              <Icon name="back" className="size-4" /> {back.name}
            </LocaleLink>
          </p>
        )}
        <div className={aside ? 'lg:grid lg:grid-cols-[30rem_1fr] lg:gap-x-20' : ''}>
          <div className={narrow ? 'max-w-form' : ''}>
            <div className={actions ? 'flex flex-wrap items-center gap-x-4 gap-y-2' : ''}>
              <h1 className={`display min-w-0 ${inPortal ? 'text-2xl' : 'text-3xl'}`}>{heading}</h1>
              {actions}
            </div>
            {lead && (
              <p className={`measure text-muted ${inPortal ? 'mt-2 max-sm:text-sm' : 'mt-4 text-lg text-balance'}`}>
                {lead}
              </p>
            )}
            <div className={actions ? 'mt-3' : inPortal ? 'mt-8' : 'mt-10'}>{children}</div>
          </div>
          {aside}
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

/** Whether a page is shown within the portal, where headings are smaller and no lines are drawn behind tables. */
export const InPortal = createContext(false);
