/** The panel in which a developer chooses what the mock plays. From the next call on, every call of the page is played so. */
import { failedReasons, MOCK_CODE, mockScenarios, SCENARIO_COOKIE } from '../../openapi/facts/mock-scenarios';
import { failureTexts } from '../src/features/sessions/failure-texts.gen';
import { panelTexts } from './panel-texts';

type Name = keyof (typeof panelTexts)['en']['names'];

const USUAL = 'approved';
const groups = Object.entries(mockScenarios) as [keyof typeof mockScenarios, readonly Name[]][];
const reasons: Partial<Record<Name, readonly string[]>> = {
  failed: failedReasons,
  rejected: Object.keys(failureTexts).filter((code) => !failedReasons.some((known) => known === code)),
};

/** What the mock takes when no reason is named. */
const USUAL_REASONS: Record<string, string> = { rejected: 'chip_auth_failed', failed: 'nfc_lost' };

const chosen = (): string =>
  decodeURIComponent(new RegExp(`${SCENARIO_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] || USUAL);

function choose(scenario: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not in every browser, and writes too late for the next call.
  document.cookie = `${SCENARIO_COOKIE}=${encodeURIComponent(scenario)}; path=/; SameSite=Lax`;
  // Query asks again for what is on the screen when somebody comes back to the page.
  document.dispatchEvent(new Event('visibilitychange'));
}

const pageLanguage = () => (document.documentElement.lang === 'es' ? 'es' : 'en');

class MockPanel extends HTMLElement {
  readonly #root = this.attachShadow({ mode: 'open' });

  #language: keyof typeof panelTexts = 'en';

  connectedCallback(): void {
    this.#render();
    new MutationObserver(() => this.#follow()).observe(document.documentElement, { attributeFilter: ['lang'] });
    this.#root.addEventListener('change', ({ target }) => {
      if (target instanceof HTMLInputElement) choose(target.value);
      if (target instanceof HTMLSelectElement) choose(`${chosen().split(':')[0]}:${target.value}`);
      this.#showChoice();
    });
  }

  /** The page has another language. An open panel stays open in it. */
  #follow(): void {
    if (this.#language === pageLanguage()) return;
    const isOpen = this.#root.querySelector(':popover-open') !== null;
    this.#render();
    if (isOpen) this.#root.querySelector<HTMLElement>('[popover]')!.showPopover();
  }

  #render(): void {
    this.#language = pageLanguage();
    const { title, code, reason, close, groups: legends, names } = panelTexts[this.#language];
    const radio = (name: Name) => `<label><input type="radio" name="scenario" value="${name}">${names[name]}</label>`;
    const reasonField = `<div class="reason"><label for="reason">${reason}</label><select id="reason"></select></div>`;
    const fieldset = ([group, members]: (typeof groups)[number]) =>
      `<fieldset><legend>${legends[group]}</legend>${members.map(radio).join('')}${group === 'session' ? reasonField : ''}</fieldset>`;
    this.#root.innerHTML = `<link rel="stylesheet" href="/mock/mock-panel.css">
      <button class="open" popovertarget="panel">${title}: <b></b></button>
      <section id="panel" popover aria-labelledby="title">
        <header><h2 id="title">${title}</h2><button popovertarget="panel" popovertargetaction="hide">${close}</button></header>
        <p>${code} <code>${MOCK_CODE}</code>.</p>
        ${groups.map(fieldset).join('')}
      </section>`;
    this.#showChoice();
  }

  #showChoice(): void {
    const [name = USUAL, code] = chosen().split(':');
    this.#root.querySelector('b')!.textContent = panelTexts[this.#language].names[name as Name] ?? name;
    for (const input of this.#root.querySelectorAll('input')) input.checked = input.value === name;
    const select = this.#root.querySelector('select')!;
    const codes = reasons[name as Name];
    select.parentElement!.hidden = codes === undefined;
    select.replaceChildren(
      ...(codes ?? []).map((known) => new Option(known, known, false, known === (code ?? USUAL_REASONS[name]))),
    );
  }
}

customElements.define('mock-panel', MockPanel);
document.body.append(document.createElement('mock-panel'));
