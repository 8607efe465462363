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

/** Empty for roles that may not list links. */
export function useKnownLinks(): ReusableLink[] {
  const { data } = useQuery({ ...linksOptions(), enabled: useMay('link.list') });
  return data?.links ?? [];
}
