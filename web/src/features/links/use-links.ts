import { useLingui } from '@lingui/react/macro';
import type { ReusableLink } from '@sigill/sdk/portal';
import { linkListQueryKey } from '@sigill/sdk/portal/react-query';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { sigill } from '../../api/client';
import { useMay } from '../../api/role';
import { readAllPages } from '../../api/whole-lists';

const LARGEST_PAGE = { limit: 100 };

export const linksOptions = () =>
  queryOptions({
    queryKey: linkListQueryKey(LARGEST_PAGE),
    queryFn: async ({ signal }) => ({ links: await readAllPages(sigill.link.list(LARGEST_PAGE, { signal })) }),
  });

const useLinks = () => useQuery({ ...linksOptions(), enabled: useMay('link.list') }).data?.links;

/** Empty for roles that may not list them. */
export const useKnownLinks = (): ReusableLink[] => useLinks() ?? [];

/** What to call the link that a session was started from. Undefined while the links are loading, and for roles that may not list them. */
export function useLinkName(): (id: number) => string | undefined {
  const { t } = useLingui();
  const links = useLinks();
  return (id) => links && (links.find((link) => link.id === id)?.name ?? t`Deleted link`);
}
