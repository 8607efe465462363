import { Trans, useLingui } from '@lingui/react/macro';
import { sessionExport } from '@sigill/sdk/portal/streams';
import { useMutation } from '@tanstack/react-query';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { SelectField } from '../../ui/Field';
import { formatCount } from '../../ui/format';
import { saveBlob } from '../files/download';
import { ProblemAlert } from '../forms/ProblemAlert';
import { filterOf, hasFilters, type SessionSearch } from './session-search';

type Format = 'csv' | 'json';

export function ExportSessions({ search }: { search: SessionSearch }) {
  // The address says whether the dialog is open, so that the palette can open it.
  const open = useLocation({ select: ({ hash }) => hash === 'export' });
  const navigate = useNavigate();
  const show = (hash: string) => void navigate({ to: '.', search: true, hash, replace: true, resetScroll: false });
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => show('export')}>
        <Trans>Export</Trans>
      </Button>
      {open && <ExportDialog search={search} onClose={() => show('')} />}
    </>
  );
}

function ExportDialog({ search, onClose }: { search: SessionSearch; onClose: () => void }) {
  const { t, i18n } = useLingui();
  const [format, setFormat] = useState<Format>('csv');
  const [count, setCount] = useState(0);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const { isPending, isSuccess, error, mutate, reset } = useMutation({
    networkMode: 'always',
    async mutationFn() {
      running.current = new AbortController();
      setCount(0);
      const { cursor: _, ...filter } = filterOf(search);
      const { name, type, content } = await sessionExport({ format, ...filter }, { signal: running.current.signal });
      // Not all lines are sessions: the first has the column names or opens the JSON array, and in JSON the last closes it.
      const counted = countedLines((lines) => setCount(Math.max(0, lines - (format === 'csv' ? 1 : 2))));
      // The browser owns the blob and keeps large ones on disk.
      const response = new Response(content.pipeThrough(counted), { headers: { 'content-type': type } });
      saveBlob(await response.blob(), name);
    },
  });
  const stop = () => {
    running.current?.abort();
    reset();
  };
  const rows = formatCount(count, i18n.locale);
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Export sessions`}
      actions={
        <>
          <Button variant="secondary" onClick={isPending ? stop : onClose}>
            {isPending ? t`Cancel the export` : t`Close`}
          </Button>
          <Button loading={isPending} onClick={() => mutate()}>{t`Export`}</Button>
        </>
      }
    >
      <div className="space-y-5">
        <p>
          {hasFilters(search)
            ? t`All sessions that match the filters, without identity data.`
            : t`All sessions in this account, without identity data.`}
        </p>
        <SelectField
          label={t`Format`}
          value={format}
          disabled={isPending}
          onChange={({ target }) => setFormat(target.value as Format)}
        >
          <option value="csv">{t`CSV, for spreadsheets`}</option>
          <option value="json">{t`JSON, one session per line`}</option>
        </SelectField>
        {error ? (
          <ProblemAlert error={error} />
        ) : (
          <p role="status" className="min-h-6 text-muted tabular-nums">
            {isPending && <Trans>{rows} sessions so far…</Trans>}
            {isSuccess && <Trans>{rows} sessions exported.</Trans>}
          </p>
        )}
      </div>
    </Dialog>
  );
}

const NEW_LINE = 10;

function countedLines(onLines: (lines: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let lines = 0;
  return new TransformStream({
    transform(piece, out) {
      for (let at = piece.indexOf(NEW_LINE); at !== -1; at = piece.indexOf(NEW_LINE, at + 1)) lines++;
      onLines(lines);
      out.enqueue(piece);
    },
  });
}
