import { useLingui } from '@lingui/react/macro';
import { Alert } from '../../ui/Alert';
import { Guilloche } from '../../ui/Guilloche';
import { Island } from '../islands/Island';
import { NearestPages } from './NearestPages';
import { SitePage } from './SitePage';

export function BrokenLink() {
  const { t } = useLingui();
  return (
    <SitePage name="broken-link" art="band" title={t`Broken link`} aside={<Missing />}>
      <div className="measure space-y-8">
        <Alert>{t`Broken link — the page could not be found.`}</Alert>
        <Island name="nearest-pages">
          <NearestPages />
        </Island>
      </div>
    </SitePage>
  );
}

const Missing = () => (
  <div className="relative isolate hidden min-h-160 place-items-center overflow-hidden rounded-md border border-hairline bg-sunken lg:grid">
    <Guilloche
      name="broken-link"
      wreath
      className="absolute top-1/2 left-1/2 -z-10 size-[40rem] -translate-1/2 text-accent opacity-25"
    />
    <svg
      viewBox="0 0 100 40"
      aria-hidden="true"
      className="display w-72 text-accent"
      fill="none"
      stroke="currentColor"
      strokeWidth="0.5"
    >
      <text x="50" y="33" fontSize="38" textAnchor="middle">
        404
      </text>
    </svg>
  </div>
);
