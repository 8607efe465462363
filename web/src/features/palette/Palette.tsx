import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useAuthenticated } from '../../api/credentials';
import { localeOf, withLocale } from '../../i18n/locale';
import { Icon, type IconName } from '../../ui/Icon';
import { useNavigation } from '../navigation/navigation-context';
import { type Entry, findEntries } from './find-entries';
import { isPaletteKey } from './palette-key';
import { useEntries, usePassages } from './use-entries';

export function Palette({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { pathname, go } = useNavigation();
  const authenticated = useAuthenticated();
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const [text, type] = useState('');
  // The entry is remembered by title and address rather than by index, because later results may be inserted above it.
  const [chosen, choose] = useState<string>();
  const [entered, enter] = useState(false);
  const { entries, loading } = useEntries(text);
  const passages = usePassages(text.trim());
  const found = useMemo(() => [...findEntries(entries, text), ...passages], [entries, text, passages]);
  const current = Math.max(
    found.findIndex((entry) => placeOf(entry) === chosen),
    Math.min(0, found.length - 1),
  );
  const optionId = (index: number) => `${id}-${index}`;

  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);

  // Closes immediately, because Chromium fires the close event a frame later. By then the palette may have been opened again.
  const close = () => {
    dialog.current?.close();
    onClose();
  };

  const open = ({ path, hash, run }: Entry) => {
    // Closes the dialog first, so that it restores the focus before the new page takes it.
    close();
    if (run) run();
    else go(withLocale(path, localeOf(pathname)) + (hash ? `#${hash}` : ''));
  };

  const first = found[current];
  // If Enter follows a pasted id, it takes effect once the object with that id has been looked up.
  const waits = loading && (!first || (chosen === undefined && /\d/.test(text)));
  useEffect(() => {
    if (!entered || waits) return;
    enter(false);
    if (first) open(first);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    const last = found.length - 1;
    const targets: Record<string, number> = {
      ArrowDown: current === last ? 0 : current + 1,
      ArrowUp: current <= 0 ? last : current - 1,
      PageDown: Math.min(current + 8, last),
      PageUp: Math.max(current - 8, 0),
    };
    const target = found[targets[event.key] ?? -1];
    if (isPaletteKey(event)) close();
    else if (target) choose(placeOf(target));
    else if (event.key === 'Enter' && text && !event.nativeEvent.isComposing) enter(true);
    else if (event.key === 'Enter' && first && !event.nativeEvent.isComposing) open(first);
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      onCancel={(event) => {
        event.preventDefault();
        close();
      }}
      onClose={onClose}
      onKeyDown={onKeyDown}
      onClick={({ target }) => target === dialog.current && close()}
      aria-label={t`Search and go to`}
      className="dialog mx-auto mt-[10vh] w-[min(38rem,calc(100vw-2rem))] rounded-md border border-edge bg-raised shadow-float"
    >
      <div className="flex items-center gap-3 border-b border-hairline px-4">
        <Icon name="search" className="size-5 text-muted" />
        <input
          type="text"
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={found.length > 0 ? optionId(current) : undefined}
          aria-label={t`Search`}
          placeholder={authenticated ? t`Id, reference, page, action, question…` : t`Page, country, call, question…`}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          value={text}
          onChange={({ target }) => {
            type(target.value);
            choose(undefined);
            enter(false);
          }}
          className="min-h-14 min-w-0 grow truncate bg-transparent text-base outline-none placeholder:text-muted"
        />
        <span aria-hidden="true" className="rounded-sm border border-hairline px-1.5 font-mono text-micro text-muted">
          Esc
        </span>
      </div>
      <p role="status" className={found.length > 0 ? 'sr-only' : 'px-4 py-6 text-muted'}>
        {found.length > 0 ? (
          <Plural value={found.length} one="# result" other="# results" />
        ) : loading ? (
          <Trans>Searching…</Trans>
        ) : (
          <Trans>Nothing matches “{text}”.</Trans>
        )}
      </p>
      <div
        role="listbox"
        id={`${id}-list`}
        aria-label={t`Results`}
        hidden={found.length === 0}
        className="max-h-[min(26rem,60vh)] overflow-y-auto py-2"
      >
        <Groups
          found={found}
          current={current}
          optionId={optionId}
          onChoose={(entry) => choose(placeOf(entry))}
          onOpen={open}
        />
      </div>
    </dialog>
  );
}

type GroupsProps = {
  found: Entry[];
  current: number;
  optionId: (index: number) => string;
  onChoose: (entry: Entry) => void;
  onOpen: (entry: Entry) => void;
};

const placeOf = ({ kind, title, detail, path, hash }: Entry) => `${kind} ${path}#${hash} ${title} ${detail}`;

const icons: Record<Entry['kind'], IconName> = {
  object: 'nfc',
  action: 'check',
  page: 'arrow',
  user: 'user',
  bill: 'info',
  country: 'nfc',
  operation: 'key',
  text: 'search',
};

function Groups({ found, current, optionId, onChoose, onOpen }: GroupsProps) {
  const { t } = useLingui();
  const names: Record<Entry['kind'], string> = {
    object: t`In your account`,
    action: t`Actions`,
    page: t`Pages`,
    user: t`Users and keys`,
    bill: t`Invoices`,
    country: t`Country coverage`,
    operation: t`API reference`,
    text: t`Full text`,
  };
  const groups = Map.groupBy(
    found.map((entry, index) => ({ entry, index })),
    ({ entry }) => entry.kind,
  );
  return [...groups].map(([kind, options]) => (
    // biome-ignore lint/a11y/useSemanticElements: a group of options is not a fieldset.
    <div key={kind} role="group" aria-label={names[kind]}>
      <p aria-hidden="true" className="caps px-4 pt-3 pb-1">
        {names[kind]}
      </p>
      {options.map(({ entry, index }) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox keeps the focus and handles the keys.
        // biome-ignore lint/a11y/useFocusableInteractive: the combobox points to it by aria-activedescendant.
        <div
          key={index}
          id={optionId(index)}
          role="option"
          aria-selected={index === current}
          onPointerMove={() => onChoose(entry)}
          onClick={() => onOpen(entry)}
          className="flex min-h-11 cursor-pointer items-center gap-3 px-4 py-1.5 aria-selected:bg-accent-wash aria-selected:text-accent"
        >
          <Icon name={icons[kind]} className="size-4 text-muted" />
          <span className={`min-w-0 break-words ${kind === 'operation' ? 'font-mono text-sm' : ''}`}>
            {entry.title}
            {entry.context && (
              <>
                {entry.detail && <span className="text-sm text-muted"> · {entry.detail}</span>}
                <Context parts={entry.context} />
              </>
            )}
          </span>
          {entry.detail && !entry.context && (
            // Gets only the space that the name leaves, because the name is never shortened.
            <span className="min-w-0 flex-1 truncate text-end text-sm text-muted">{entry.detail}</span>
          )}
        </div>
      ))}
    </div>
  ));
}

const Context = ({ parts }: { parts: NonNullable<Entry['context']> }) => (
  <span className="line-clamp-2 block text-sm text-muted">
    {parts.map(({ text, isFound }, index) =>
      isFound ? (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never reorder.
        <mark key={index} className="bg-transparent font-medium text-ink">
          {text}
        </mark>
      ) : (
        text
      ),
    )}
  </span>
);
