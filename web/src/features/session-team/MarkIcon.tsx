import { useLingui } from '@lingui/react/macro';
import { Icon } from '../../ui/Icon';
import type { SessionMark } from './marks';

/** Shows in a row that its session needs a look, and who is asked. */
export function MarkIcon({ mark }: { mark: SessionMark | undefined }) {
  const { t } = useLingui();
  if (!mark) return null;
  const words = mark.assignee_alias ? t`Needs a look by ${mark.assignee_alias}` : t`Needs a look`;
  return (
    <span title={words} className="shrink-0 text-accent">
      <Icon name="eye" className="size-4" />
      <span className="sr-only">{words}</span>
    </span>
  );
}
