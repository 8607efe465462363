import { Trans, useLingui } from '@lingui/react/macro';
import { sessionExport } from '@sigill/sdk/portal/streams';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/Button';
import { Dialog } from '../../ui/Dialog';
import { SelectField } from '../../ui/Field';
import { formatCount } from '../../ui/format';
import { saveBlob } from '../files/download';
import { ProblemAlert } from '../forms/ProblemAlert';
import { filterOf, hasFilters, type SessionSearch } from './session-search';

type Format = 'csv' | 'json';
type Progress = { state: 'idle' } | { state: 'running' | 'done'; rows: number } | { state: 'failed'; error: unknown };

export function ExportSessions({ search }: { search: SessionSearch }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        <Trans>Export</Trans>
      </Button>
      {open && <ExportDialog search={search} onClose={() => setOpen(false)} />}
    </>
  );
}

function ExportDialog({ search, onClose }: { search: SessionSearch; onClose: () => void }) {
  const { t } = useLingui();
  const [format, setFormat] = useState<Format>('csv');
  const { progress, start, stop } = useExport(search, format);
  const running = progress.state === 'running';
  return (
    <Dialog
      open
      onClose={onClose}
      title={t`Export sessions`}
      actions={
        <>
          <Button variant="secondary" onClick={running ? stop : onClose}>
            {running ? t`Cancel the export` : t`Close`}
          </Button>
          <Button loading={running} onClick={start}>
            {t`Export`}
          </Button>
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
          disabled={running}
          onChange={({ target }) => setFormat(target.value as Format)}
        >
          <option value="csv">{t`CSV, for spreadsheets`}</option>
          <option value="json">{t`JSON, one session per line`}</option>
        </SelectField>
        <Outcome progress={progress} />
      </div>
    </Dialog>
  );
}

function Outcome({ progress }: { progress: Progress }) {
  const { i18n } = useLingui();
  if (progress.state === 'failed') return <ProblemAlert error={progress.error} />;
  const rows = progress.state === 'idle' ? undefined : formatCount(progress.rows, i18n.locale);
  return (
    <p role="status" className="min-h-6 text-muted tabular-nums">
      {progress.state === 'running' && <Trans>{rows} sessions so far…</Trans>}
      {progress.state === 'done' && <Trans>{rows} sessions exported.</Trans>}
    </p>
  );
}

function useExport(search: SessionSearch, format: Format) {
  const [progress, setProgress] = useState<Progress>({ state: 'idle' });
  const running = useRef<AbortController>(undefined);
  // Leaving the page or closing the dialog cancels the export.
  useEffect(() => () => running.current?.abort(), []);

  async function start() {
    const controller = new AbortController();
    running.current = controller;
    let rows = 0;
    setProgress({ state: 'running', rows });
    try {
      const { cursor: _, ...filter } = filterOf(search);
      const { name, type, content } = await sessionExport({ format, ...filter }, { signal: controller.signal });
      const counted = content.pipeThrough(
        countedLines((lines) => {
          // The first line holds the column names or opens the array; in JSON the last line closes it.
          rows = Math.max(0, lines - (format === 'csv' ? 1 : 2));
          setProgress({ state: 'running', rows });
        }),
      );
      // The browser owns the blob and keeps large ones on disk.
      const blob = await new Response(counted, { headers: { 'content-type': type } }).blob();
      saveBlob(blob, name);
      setProgress({ state: 'done', rows });
    } catch (error) {
      setProgress(controller.signal.aborted ? { state: 'idle' } : { state: 'failed', error });
    }
  }

  return { progress, start, stop: () => running.current?.abort() };
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
