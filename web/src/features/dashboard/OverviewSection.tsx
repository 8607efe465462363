import { useLingui } from '@lingui/react/macro';
import { Load } from '../loading/Load';
import { usePanels } from './later-panels';
import { WindowSwitch } from './WindowSwitch';
import type { Window } from './windows';

type Shown = { days: Window; specimen: boolean };

/** The overview, below the controls that choose its sessions. */
export function OverviewSection({ days, specimen, onChange }: Shown & { onChange: (change: Partial<Shown>) => void }) {
  const { t } = useLingui();
  return (
    <section aria-labelledby="overview" className="min-w-0">
      <div className="mb-8 flex flex-wrap items-center gap-x-6 gap-y-4">
        <h2 id="overview" className="display mr-auto text-xl">
          {t`Overview`}
        </h2>
        <label
          data-print="hidden"
          className="flex min-h-8 cursor-pointer items-center gap-2 text-sm text-muted hover:text-ink"
        >
          <input
            type="checkbox"
            checked={specimen}
            onChange={({ target }) => onChange({ specimen: target.checked })}
            className="size-4 accent-accent"
          />
          {t`Specimen sessions`}
        </label>
        <WindowSwitch value={days} onChange={(days) => onChange({ days })} />
      </div>
      <Load lines={12}>
        <Panels days={days} specimen={specimen} />
      </Load>
    </section>
  );
}

function Panels(shown: Shown) {
  const { Overview } = usePanels();
  return <Overview {...shown} />;
}
