import { use } from 'react';
import { InPortal, Page, type PageProps } from './Page';
import { type Art, PageArt } from './PageArt';

type Props = Omit<PageProps, 'art'> & {
  /** The seed of the decorative lines, so that each page has its own. */
  name: string;
  art?: Art;
};

/** A page outside the portal: it has decorative lines, which are cut off at the footer. */
export function SitePage({ name, art = 'rosette', ...page }: Props) {
  const inPortal = use(InPortal);
  return <Page {...page} art={!inPortal && <PageArt name={name} art={art} />} />;
}
