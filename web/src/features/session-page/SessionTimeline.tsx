import { Plural } from '@lingui/react/macro';
import { sessionTimelineOptions } from '@sigill/sdk/portal/react-query';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../api/later';
import { Icon } from '../../ui/Icon';
import { Skeleton } from '../../ui/Skeleton';

// Loaded on demand, because the steps at the top of the page show most of it.
const SessionEvents = lazyPart(async () => (await import('./SessionEvents')).SessionEvents);

/** Delivery attempts are left out, because they are shown with their callbacks. */
export function SessionTimeline({ id }: { id: number }) {
  const events = useSuspenseQuery(sessionTimelineOptions({ id })).data.events.filter(({ callback }) => !callback);
  const [isOpen, setOpen] = useState(false);
  return (
    <details className="group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="flex cursor-pointer list-none items-center gap-2 text-sm hover:text-accent">
        <Icon name="chevron" className="size-4 transition-transform group-open:rotate-180" />
        <Plural value={events.length} one="# event" other="All # events" />
      </summary>
      <div className="mt-4">
        {isOpen && (
          <Suspense fallback={<Skeleton lines={events.length} />}>
            <SessionEvents events={events} />
          </Suspense>
        )}
      </div>
    </details>
  );
}
