import { useLingui } from '@lingui/react/macro';
import type { Component } from '../../../../openapi/facts/status.ts';

export function useComponentName(): (name: Component) => string {
  const { t } = useLingui();
  const names: Record<Component, string> = {
    api: t`API`,
    verification: t`Verification`,
    callbacks: t`Callbacks`,
    mail: t`Email`,
    cards: t`Cards`,
    trust: t`Trust lists`,
    database: t`Database`,
  };
  return (name) => names[name];
}
