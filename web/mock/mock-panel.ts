/** The panel in which a developer chooses the mock's scenario for all later calls from the page. */
import { mockScenarios, SCENARIO_COOKIE, USUAL_SCENARIO } from '../../openapi/facts/mock-scenarios';

const title = { en: 'Mock', es: 'Simulación' };
const style = `
  :host { position: fixed; bottom: 1rem; left: 1rem; z-index: 40; font: 400 0.875rem/1.25rem 'Inter Variable', system-ui, sans-serif; }
  label { display: flex; align-items: center; gap: 0.5rem; padding: 0 0 0 0.75rem; color: var(--muted); background: var(--raised);
    border: 1px solid var(--edge); border-radius: 6px; box-shadow: var(--float); }
  select { font: inherit; color: var(--ink); background: var(--raised); border: 0; border-radius: 6px; min-height: 2.75rem; }
  select:focus-visible { outline: 2px solid var(--accent); }
`;

const panel = document.createElement('mock-panel');
const root = panel.attachShadow({ mode: 'open' });

function render(): void {
  const language = document.documentElement.lang === 'es' ? 'es' : 'en';
  const chosen = new RegExp(`${SCENARIO_COOKIE}=([^;]+)`).exec(document.cookie)?.[1] ?? USUAL_SCENARIO;
  const options = Object.entries(mockScenarios).map(
    ([value, { name }]) => `<option value="${value}"${value === chosen ? ' selected' : ''}>${name[language]}</option>`,
  );
  root.innerHTML = `<style>${style}</style><label>${title[language]} <select>${options.join('')}</select></label>`;
}

root.addEventListener('change', ({ target }) => {
  if (!(target instanceof HTMLSelectElement)) return;
  // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store, and it writes too late for the next call.
  document.cookie = `${SCENARIO_COOKIE}=${target.value}; path=/; SameSite=Lax`;
  // Pretends that the page has become visible, so that Query refetches everything on the screen.
  document.dispatchEvent(new Event('visibilitychange'));
});
render();
new MutationObserver(render).observe(document.documentElement, { attributeFilter: ['lang'] });
document.body.append(panel);
