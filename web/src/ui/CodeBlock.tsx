import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { withServedAddresses } from '../content/service';
import { buttonClass } from './Button';
import { useCodeControls } from './code-controls';
import { highlight, marks } from './highlight';
import { Icon } from './Icon';

/** `language` marks a tab whose choice is remembered. Its code may be empty until the tab is chosen. `plain` text is not highlighted. */
export type CodeTab = { label: string; code: string; language?: string; plain?: boolean };

type Props = {
  tabs: CodeTab[];
  label?: string;
  className?: string;
  sample?: string;
  footer?: ReactNode;
};

export function CodeBlock({ tabs, label, className = '', sample, footer }: Props) {
  const { t } = useLingui();
  const id = useId();
  useCodeControls();
  const [first] = tabs;
  if (!first) return null;
  const several = tabs.length > 1;
  return (
    <div
      data-code
      data-sample={sample}
      className={`code-block flex min-w-0 flex-col overflow-hidden rounded-md border border-hairline bg-raised ${className}`}
    >
      <div className="flex min-h-11 items-center justify-between gap-2 border-b border-hairline pe-1 ps-4">
        {several ? (
          <div role="tablist" aria-label={label ?? t`Language`} className="code-tabs flex gap-4 self-stretch">
            {tabs.map((tab, index) => (
              <button
                key={tab.label}
                type="button"
                role="tab"
                data-tab
                data-language={tab.language}
                id={`${id}-tab-${index}`}
                aria-selected={index === 0}
                aria-controls={`${id}-panel-${index}`}
                tabIndex={index === 0 ? 0 : -1}
              >
                {tab.label}
              </button>
            ))}
          </div>
        ) : (
          <span className="caps">{label ?? first.label}</span>
        )}
        <button type="button" data-copy className={`group ${buttonClass({ variant: 'quiet', size: 'small' })}`}>
          <Icon name="copy" className="size-4 group-data-[outcome=copied]:hidden" />
          <Icon name="check" className="hidden size-4 group-data-[outcome=copied]:block" />
          <span aria-live="polite" data-copied={t`Copied`} data-refused={t`Select and copy by hand`}>{t`Copy`}</span>
        </button>
      </div>
      {tabs.map(({ label, code, language, plain }, index) => (
        <pre
          key={label}
          data-panel
          data-language={language}
          hidden={index > 0}
          {...(several && {
            id: `${id}-panel-${index}`,
            role: 'tabpanel',
            'aria-labelledby': `${id}-tab-${index}`,
          })}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable with the keyboard.
          tabIndex={0}
        >
          {code && <code>{plain ? code : painted(withServedAddresses(code))}</code>}
        </pre>
      ))}
      {footer && <div className="flex justify-end border-t border-hairline px-1 py-0.5">{footer}</div>}
    </div>
  );
}

export const painted = (code: string) =>
  highlight(code).map(({ kind, text }, index) => {
    const Mark = marks[kind];
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text never reorder.
    return Mark ? <Mark key={index}>{text}</Mark> : text;
  });
