import { Trans } from '@lingui/react/macro';
import { ComponentRow } from './ComponentRow';
import { Incidents } from './Incidents';
import { useStatus } from './use-status';
import { Verdict } from './Verdict';

/** The current status first, then what an operator says about it, then each component, and finally past incidents. */
export function StatusOverview() {
  const known = useStatus();
  if (!known) return <Awaited />;
  const { found, silent } = known;
  const incidents = found?.incidents ?? [];
  const open = incidents.filter(({ closed }) => closed === undefined);
  return (
    <>
      <Verdict state={silent ? 'silent' : (found?.state ?? 'silent')} as_of={found?.as_of} />
      {open.length > 0 && <Incidents incidents={open} open />}
      {found && (
        <ul className="mt-12 border-t border-hairline">
          {found.components.map((component) => (
            <ComponentRow key={component.name} component={component} today={found.as_of.slice(0, 10)} />
          ))}
        </ul>
      )}
      {found?.incidents && <Incidents incidents={incidents.filter(({ closed }) => closed !== undefined)} />}
    </>
  );
}

/** Placeholders for the verdict and the components, so that nothing moves. The app's skeleton would pull in app code. */
function Awaited() {
  return (
    <div role="status" className="skeleton">
      <span className="sr-only">
        <Trans>Loading</Trans>
      </span>
      <div aria-hidden="true">
        <div className="h-22 max-w-96 rounded-sm bg-hairline" />
        <div className="mt-12 border-t border-hairline">
          {[0, 1, 2, 3, 4, 5, 6].map((row) => (
            <div key={row} className="grid gap-x-16 gap-y-4 border-b border-hairline py-6 lg:grid-cols-[1fr_2fr]">
              <div className="h-12 max-w-40 rounded-sm bg-hairline" />
              <div className="h-13 rounded-sm bg-hairline" />
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
