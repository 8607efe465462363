import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { SessionListItem } from '@sigill/sdk/portal';
import { useState } from 'react';
import { useMay } from '../../api/role';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../forms/ConfirmDialog';
import type { Marks } from '../session-team/marks';
import { saveSessions, type useBulk } from './bulk';

type Props = { ticked: SessionListItem[]; marks: Marks; bulk: ReturnType<typeof useBulk>; onClear: () => void };

/** Shown in place of the states, so that nothing moves. */
export function BulkBar({ ticked, marks, bulk, onClear }: Props) {
  const { t } = useLingui();
  const mayRedact = useMay('session.redact');
  const mayResend = useMay('callback.resend');
  const [asking, ask] = useState(false);
  const { outcomes, running, run } = bulk;
  const unmarked = ticked.filter(({ id }) => !marks.has(id));
  const look = running?.action === 'mark' || (running?.action !== 'unmark' && unmarked.length > 0) ? 'mark' : 'unmark';
  const failed = [...outcomes.values()].filter(({ ok }) => !ok).length;
  const done = outcomes.size;
  const small = { variant: 'secondary', size: 'small' } as const;
  return (
    <div className="mb-2 flex min-h-9 flex-wrap items-center gap-2 text-sm">
      <p role="status" className="me-2 text-muted tabular-nums">
        {running ? (
          <Trans>
            {done} of {running.of} done…
          </Trans>
        ) : done > 0 ? (
          <Trans>
            {done - failed} done, {failed} failed
          </Trans>
        ) : (
          <Plural value={ticked.length} one="# selected" other="# selected" />
        )}
      </p>
      {mayResend && (
        <Button {...small} loading={running?.action === 'resend'} onClick={() => run('resend', ticked)}>
          {t`Resend callbacks`}
        </Button>
      )}
      {mayRedact && (
        <Button {...small} loading={running?.action === 'redact'} onClick={() => ask(true)}>
          {t`Delete the identity data`}
        </Button>
      )}
      <Button
        {...small}
        loading={running?.action === look}
        onClick={() => run(look, unmarked.length > 0 ? unmarked : ticked)}
      >
        {look === 'mark' ? t`Needs a look` : t`Clear the mark`}
      </Button>
      <Button {...small} onClick={() => saveSessions(ticked)}>{t`Export as CSV`}</Button>
      <Button variant="quiet" size="small" onClick={onClear}>{t`Clear`}</Button>
      <ConfirmDialog
        open={asking}
        onClose={() => ask(false)}
        title={t`Delete the identity data?`}
        confirm={t`Delete`}
        danger
        loading={false}
        error={undefined}
        onConfirm={() => {
          ask(false);
          void run('redact', ticked);
        }}
      >
        <p>
          <Plural
            value={ticked.length}
            one="Name, document and images of # session are destroyed now. The result and the checks remain."
            other="Name, document and images of # sessions are destroyed now. The results and the checks remain."
          />
        </p>
      </ConfirmDialog>
    </div>
  );
}
