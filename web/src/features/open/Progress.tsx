import type { ReaderSession } from '@sigill/sdk/portal';
import { Icon } from '../../ui/Icon';
import type { Seen } from './use-session';
import { useWords } from './words';

type Props = { session: ReaderSession | undefined; line: Seen['line']; onThisDevice: boolean };

const order = ['CREATED', 'INITIATED', 'COMPLETED'];

/** How far the reading is, in plain words for the person. */
export function Progress({ session, line, onThisDevice }: Props) {
  const { t } = useWords();
  const state = session?.state;
  const now = state === undefined ? -1 : order.indexOf(state);
  const [title, text] =
    state === 'INITIATED'
      ? [t.reading, t.readingText]
      : state === 'COMPLETED'
        ? [t.checking, t.checkingText]
        : state === 'CREATED'
          ? onThisDevice
            ? [t.ready, t.readyText]
            : [t.waiting, t.waitingText]
          : [t.loading, ''];
  const steps = [t.stepOpen, t.stepRead, t.stepCheck];
  return (
    <section aria-label={t.progress} className="rounded-md border border-hairline bg-raised px-5 py-4">
      <ol className="grid grid-cols-3 gap-2 text-xs">
        {steps.map((step, index) => (
          <li key={step} aria-current={index === now ? 'step' : undefined} className={index <= now ? '' : 'text-muted'}>
            <span className={`mb-1.5 block h-1 rounded-full ${index < now ? 'bg-accent' : 'bg-hairline'}`}>
              {index === now && <span className="progress-now block h-1 rounded-full bg-accent" />}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <div role="status" className="mt-3 min-h-19">
        <p className="text-lg leading-7 font-medium">{title}</p>
        {line === 'heard' ? (
          <p className="text-sm text-muted">{text}</p>
        ) : (
          <p className="flex gap-2 text-sm text-warning">
            <Icon name="warning" className="mt-0.5 size-5" />
            {line === 'offline' ? t.offline : t.silent}
          </p>
        )}
      </div>
    </section>
  );
}
