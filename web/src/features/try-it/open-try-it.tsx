import { i18n } from '@lingui/core';
import { I18nProvider } from '@lingui/react';
import { createRoot } from 'react-dom/client';
import { NavigationProvider } from '../navigation/navigation-context';
import { loadResource, placeOf } from '../reference/reference';
import { TryIt } from './TryIt';

/** Shows the dialog in a separate root, since the surrounding page may be prerendered and not managed by React. */
export async function openTryIt(operationId: string): Promise<void> {
  const { pathname } = location;
  const slug = placeOf(operationId).to.split('/').at(-1) ?? '';
  const resource = await loadResource(slug);
  const operation = resource?.operations.find((call) => call.operationId === operationId);
  if (!operation) return;
  const before = document.activeElement;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const close = () => {
    root.unmount();
    place.remove();
    if (before instanceof HTMLElement) before.focus();
  };
  // The page below, which has the router, handles the dialog's links.
  root.render(
    <I18nProvider i18n={i18n}>
      <NavigationProvider value={{ pathname, go: close, prepare: () => {} }}>
        <TryIt operation={operation} onClose={close} />
      </NavigationProvider>
    </I18nProvider>,
  );
}
