import type { ComponentProps } from 'react';
import { SitePage } from '../page/SitePage';
import { OtherHalf } from './OtherHalf';

type Props = Omit<ComponentProps<typeof SitePage>, 'art' | 'narrow' | 'aside'>;

export const AccountPage = (page: Props) => (
  <SitePage {...page} art="band" narrow aside={<OtherHalf name={page.name} />} />
);
