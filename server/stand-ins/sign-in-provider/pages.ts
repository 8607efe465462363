import type { PageLayout } from '../host.ts';
import { escaped } from '../html.ts';

/** Asks which person signs in. `parameters` come from the authorization request and are returned with the form. */
export const choosePersonPage = (page: PageLayout, label: string, parameters: URLSearchParams) =>
  page(
    `${label} stand-in`,
    `<p>This is a local stand-in for ${escaped(label)}. It signs in any person you name. The same address is always the same person.</p>
<form method="post">${[...parameters].map(([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`).join('')}
<p><label for="email">Email</label><input id="email" name="email" type="email" required autofocus autocomplete="email" maxlength="254"></p>
<p><label><input type="checkbox" name="verified" checked> ${escaped(label)} has verified this address</label></p>
<p class="row"><button name="action" value="continue">Continue</button> <button name="action" value="cancel" formnovalidate>Cancel</button></p></form>`,
  );

/** `application` is an address of the requesting application to return to. */
export const wrongRequestPage = (page: PageLayout, label: string, reason: string, application: string) =>
  page(
    `${label} stand-in`,
    `<p>${escaped(reason)}</p><p><a href="${escaped(new URL('/sign-in', application).href)}">Return to the sign-in page</a></p>`,
  );
