import { useLingui } from '@lingui/react/macro';
import type { MouseEvent, ReactNode } from 'react';
import { Icon } from './Icon';

export type Section = { id: string; title: ReactNode; content: ReactNode; completed?: boolean };

type Props = {
  sections: Section[];
  /** The id of the open section. Without `onOpenChange`, sections open and close independently. */
  open?: string;
  onOpenChange?: (id: string | undefined) => void;
  steps?: boolean;
};

/** Completed sections have a mark and can't be opened. */
export function Accordion({ sections, open, onOpenChange, steps = false }: Props) {
  const { t } = useLingui();
  return (
    <div className="divide-y divide-hairline border-y border-hairline">
      {sections.map((section, index) => {
        const toggle = (event: MouseEvent) => {
          if (!section.completed && !onOpenChange) return;
          event.preventDefault();
          if (!section.completed) onOpenChange?.(open === section.id ? undefined : section.id);
        };
        return (
          <details
            key={section.id}
            id={section.id}
            open={onOpenChange ? !section.completed && open === section.id : undefined}
            className="group"
          >
            {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is interactive; it only looks static to the rule. */}
            <summary
              onClick={toggle}
              aria-disabled={section.completed || undefined}
              className="flex min-h-16 list-none items-center gap-4 py-3 hover:text-accent aria-disabled:cursor-default aria-disabled:text-muted aria-disabled:hover:text-muted"
            >
              {steps && <StepMark number={index + 1} completed={section.completed} />}
              <span className="grow text-lg">{section.title}</span>
              {section.completed ? (
                <span className="text-sm text-accent">{t`Done`}</span>
              ) : (
                <Icon name="chevron" className="size-5 transition-transform group-open:rotate-180" />
              )}
            </summary>
            <div className={`pb-6 ${steps ? 'sm:ps-13' : ''}`}>{section.content}</div>
          </details>
        );
      })}
    </div>
  );
}

function StepMark({ number, completed }: { number: number; completed?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={`grid size-9 shrink-0 place-items-center rounded-full border font-mono text-sm ${completed ? 'border-accent bg-accent text-on-accent' : 'border-edge text-muted group-open:border-accent group-open:text-accent'}`}
    >
      {completed ? <Icon name="check" className="size-4" /> : number}
    </span>
  );
}
