import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Island } from '../islands/Island';
import { EngravingSwatch, type Shade, WorldMap } from '../world-map/WorldMap';
import { countOf, coverageShades } from './countries';
import { MapCaption } from './MapCaption';

/** The coverage map with its legend, and a line that names the country under the pointer. */
export function CoverageMap() {
  return (
    <figure data-map="" className="mt-16">
      <WorldMap shades={coverageShades} />
      <figcaption className="mt-6 grid gap-x-16 gap-y-6 border-t border-hairline pt-5 lg:grid-cols-[2fr_3fr]">
        <Island name="map-caption">
          <MapCaption />
        </Island>
        <ul className="grid gap-x-8 text-sm max-sm:divide-y max-sm:divide-hairline sm:grid-cols-2 sm:gap-y-2">
          <Level shade={4}>
            <Trans>Passport and national ID, origin proven</Trans>
          </Level>
          <Level shade={2}>
            <Trans>Passport, origin proven</Trans>
          </Level>
          <Level shade={1}>
            <Trans>Read, no trust anchor known</Trans>
          </Level>
          <Level shade={0}>
            <Trans>Not applicable</Trans>
          </Level>
        </ul>
      </figcaption>
    </figure>
  );
}

function Level({ shade, children }: { shade: Shade; children: ReactNode }) {
  return (
    <li className="flex items-baseline gap-3 max-sm:py-2.5">
      <EngravingSwatch shade={shade} />
      <span className="grow text-balance">{children}</span>
      <span className="font-mono text-xs text-muted">{countOf(shade)}</span>
    </li>
  );
}
