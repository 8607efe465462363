import { escapeHtml } from '../../core/escape-html.ts';
import { page } from '../../local/pages.ts';

/** Asks who signs in. `parameters` are those of the authorization request; they come back with the form. */
export const choosePersonPage = (label: string, parameters: URLSearchParams) =>
  page(
    `${label}, played locally`,
    `<p>This page stands in for ${escapeHtml(label)}. Whoever you name here is signed in: the same address is always the same person.</p>
<form method="post">${[...parameters].map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`).join('')}
<p><label for="email">E-mail</label><input id="email" name="email" type="email" required autofocus autocomplete="email" maxlength="254"></p>
<p><label><input type="checkbox" name="verified" checked> ${escapeHtml(label)} has verified this address</label></p>
<p class="row"><button name="action" value="continue">Continue</button> <button name="action" value="cancel" formnovalidate>Cancel</button></p></form>`,
  );

export const wrongRequestPage = (label: string, reason: string) =>
  page(
    `${label}, played locally`,
    `<p>${escapeHtml(reason)}</p><p><a href="/sign-in">Back to the sign-in page</a></p>`,
  );
