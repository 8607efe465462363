import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon';
import type { Signs } from './marks';

export function SessionSigns({ id, signs: { marks, notes, seenBefore } }: { id: number; signs: Signs }) {
  const { t } = useLingui();
  const mark = marks.get(id);
  const count = notes.get(id);
  return (
    <>
      {mark && (
        <Sign words={mark.assignee_alias ? t`Needs a look by ${mark.assignee_alias}` : t`Needs a look`}>
          <Icon name="eye" className="size-4" />
        </Sign>
      )}
      {count && (
        <Sign words={t`${plural(count, { one: '# note', other: '# notes' })}`}>
          <Icon name="pen" className="size-4" />
          <span aria-hidden="true" className="text-xs">
            {count}
          </span>
        </Sign>
      )}
      {seenBefore.has(id) && (
        <Sign words={t`This document was verified before`}>
          <Icon name="copy" className="size-4" />
        </Sign>
      )}
    </>
  );
}

const Sign = ({ words, children }: { words: string; children: ReactNode }) => (
  <span title={words} className="inline-flex shrink-0 items-center gap-1 text-accent">
    {children}
    <span className="sr-only">{words}</span>
  </span>
);
