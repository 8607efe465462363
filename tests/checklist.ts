/**
 * What the specification asks of routing, accounts, navigation, entities, transitions, validation, permissions, calls and
 * errors, row by row, and the tests that show it. A row without tests waits for its feature. The numbers are those of the
 * requirements list; the words are only reminders. tests/checklist.test.ts holds the table to the sources and prints it.
 */

/** First row, last row, what it is about, tests as `file › title`. */
type Line = [first: number, last: number, about: string, ...tests: string[]];

const FLOWS = 'e2e/accounts';
const BROWSER = 'e2e/accounts-browser';
const SCREENS = 'e2e/screens › in %s';
const INPUT = 'accounts/specified › %s takes what is specified, and needs nothing else';
const OUTPUT = 'accounts/specified › %s answers with what is specified';
const VALUES = 'accounts/specified › %s: %s has the specified values';
const ELEMENTS = 'accounts/specified › %s: each of %s has the specified properties';
const BOUNDS = 'accounts/specified › an e-mail address, a password and a code are bound as specified';
const WIRE = 'contract/proxy › no answer differed from the contract';
const STORY = 'contract/main-story › sign-up, a confirmed address, a key, a verified passport and its signed callbacks';

const GUARD_OUT = `${BROWSER} › pages of an account lead a signed-out visitor to sign-in, without a call`;
const GUARD_IN = `${BROWSER} › signed-out pages and the home page lead a signed-in user to the dashboard`;
const SIGN_UP = `${FLOWS} › a visitor accepts storage, signs up and lands on the dashboard`;
const SIGN_IN = `${FLOWS} › signing out leads to the locale root, and signing in leads back to the page that asked`;
const VERIFY = `${FLOWS} › an address is verified with the code that was sent on opening, typed as people type it`;
const SETTINGS = `${FLOWS} › settings show the user, and lead to every change`;
const CHANGE_EMAIL = `${FLOWS} › an e-mail address is changed, is unverified, and the old one is told`;
const CHANGE_PASSWORD = `${FLOWS} › a password is changed, and all other sign-ins end`;
const KEYS = `${FLOWS} › API keys are generated once, shown once, and work`;
const COLLEAGUE = `${FLOWS} › an invited colleague joins the account with the link from the mail, and can be deleted but not by themselves`;
const RECOVER = `${FLOWS} › a forgotten password is replaced with the code from the mail`;
const NEEDS_ADDRESS = `${FLOWS} › %s without an address leads to %s`;
const PROVIDER = `${FLOWS} › somebody signs up and in with %s`;
const PROVIDER_ERROR = `${FLOWS} › who turns back at %s is told what happened`;
const DELETION = `${FLOWS} › an account is deleted by typing its e-mail, and everybody in it is out`;
const STEPS = `${FLOWS} › opens the first step that is not done, and marks the others`;
const USAGE = `${FLOWS} › shows the sessions of 30 and of 90 days as the API counts them`;
const REFERENCE = `${BROWSER} › is restored from the root and its reference goes along at sign-up`;
const STATE = `${BROWSER} › goes to the provider, URL-encoded, and its reference comes back without consent`;
const QUERY_TOKENS = `${BROWSER} › sign in after an own departure, and leave no trace`;
const SIGN_OUT = `${BROWSER} › revokes the token first, then clears everything`;
const SIGN_OUT_FAILS = `${BROWSER} › clears everything though the revocation never arrives`;
const RENEWAL_DUE = `${BROWSER} › is due 60 seconds before the end of the access token, not before`;
const RENEWAL_SHARED = `${BROWSER} › is shared by the calls of a page and by two tabs`;
const RENEWAL_FAILS = `${BROWSER} › that fails signs out and leads to the locale root`;
const RENEWAL_OVER = `${BROWSER} › is not tried with a refresh token that has expired: the sign-in is over`;
const EITHER_TOKEN = `${BROWSER} › either token unexpired is enough to be signed in`;
const OTHER_TAB = `${BROWSER} › becoming authenticated in another tab leads to the dashboard, losing it to the locale root`;
const BANNER = `${BROWSER} › the banner fades in after a second, links to the privacy policy and stays until it is answered`;
const BEFORE_CONSENT = `${BROWSER} › before it nothing is kept, and a reload signs out`;
const ACCEPT = `${BROWSER} › accepting copies what is in memory, and it is there at the next visit`;
const REJECT = `${BROWSER} › a refusal is remembered and nothing else, and the site goes on`;
const INVALID = `${BROWSER} › submit waits for valid values, and a field says what is wrong once it was left`;
const SUBMIT = `${BROWSER} › submit shows its dots, keeps its name and calls once; after a failure it is free and what was typed stays`;
const REFUSAL = `${BROWSER} › a refusal shows its text, and its request id to copy in the details`;
const RETRIES = `${BROWSER} › are tried twice more after %i, 3 and 6 seconds later`;
const CARRIED = `${BROWSER} › carry the token, repeat the cookie in the header and a key against doing it twice`;
const NO_CALLS = `${BROWSER} › are not needed for what the site itself holds: coverage and the legal texts`;
const LINKS = `${BROWSER} › has the links of visitors and those of users`;
const MENU = `${BROWSER} › has a menu over the whole screen where there is no room for links`;
const BAR = `${BROWSER} › hides its bar when scrolled down by more than 50 px, and shows it when scrolled up`;
const LANGUAGE = `${BROWSER} › changes the language and keeps page, query and what was typed`;
const FOOTER = `${BROWSER} › ends with the product, support, network, legal pages and card brands`;
const TOP = `${BROWSER} › starts each page at its top, and says when there is none`;
const BILLING = 'e2e/billing';
const TRIAL = `${BILLING} › a new account is in its trial, with credit and nothing to pay`;
const STEPS_TO_BILLING = `${BILLING} › the steps to billing open one after the other, and Enable waits for both`;
const ENABLED = `${BILLING} › billing is enabled, and the trial is over`;
const COMPANY = `${BILLING} › company and country are edited beside what cannot be`;
const CHARGED = `${BILLING} › the next one is charged: fee, VAT, and the charge with a minus`;
const CARD = `${BILLING} › a card is added through 3-D Secure`;
const CARD_FORM = `${BILLING} › a field says what is wrong with it, and Add card waits for all three`;
const CARD_REFUSED = `${BILLING} › that is refused leaves the form as it was, and another one is taken without a reload`;
const CARD_DOCUMENT = `${BILLING} › may be entered in one document only: no other allows the provider, nor loads its script`;
const CARD_LOAD_FAILS = `${BILLING} › whose provider cannot be loaded is a quiet sentence with Try again, and what was typed stays`;
const METHOD = `${BILLING} › another card becomes primary, and the former one can be deleted`;
const MAKE_PRIMARY = `${BILLING} › is shown as primary at once, and taken back when the call fails`;
const INVOICE = `${BILLING} › that is an invoice is called so, has no digits, and bills go there`;
const VAT_EU = `${BILLING} › a number is for the EU: the button and Save wait for a country there`;
const VAT_NUMBER = `${BILLING} › a wrong number is refused at its field; a right one exempts, and goes with the country`;
const ACCESS = 'contract/access › %s takes each kind of credentials that the table names';
const NATURAL_ONLY = 'server/auth/password › is for natural users only';
const NOT_ONESELF = 'server/users/user › refuses the current user';

export const lines: Line[] = [
  // Routing and guards
  [28, 30, 'languages by prefix', SCREENS, LANGUAGE],
  [31, 32, 'plain addresses, each page from its top', TOP],
  [33, 34, 'state in the query', REFERENCE],
  [35, 35, 'question for storage', BANNER],
  [36, 37, 'header and footer', LINKS, FOOTER],
  [38, 38, 'signed-out pages', GUARD_IN],
  [39, 39, 'signed-in pages', GUARD_OUT],
  [40, 41, 'losing and gaining a sign-in', OTHER_TAB, RENEWAL_FAILS],
  [42, 42, 'home page of a user', GUARD_IN],
  // Signed-out screens
  [43, 43, 'sign-up', SIGN_UP],
  [44, 44, 'reference at sign-up', REFERENCE],
  [45, 45, 'sign-in', SIGN_IN],
  [
    46,
    49,
    'tokens in the query',
    QUERY_TOKENS,
    `${BROWSER} › do nothing without it, and are taken out of the address bar all the same`,
  ],
  [50, 50, 'Google', PROVIDER],
  [51, 51, 'Google: error', PROVIDER_ERROR],
  [52, 53, 'Google: code, and departure', PROVIDER],
  [54, 54, 'Microsoft', PROVIDER],
  [55, 55, 'Microsoft: error', PROVIDER_ERROR],
  [56, 57, 'Microsoft: code, and departure', PROVIDER],
  [58, 60, 'recovery: address, code', RECOVER],
  [61, 61, 'recovery: no address', NEEDS_ADDRESS],
  [62, 63, 'recovery: new password', RECOVER],
  // Signed-in screens
  [64, 64, 'sign-out', SIGN_OUT],
  [65, 70, 'dashboard: first steps', STEPS],
  [71, 72, 'dashboard: usage', USAGE],
  [73, 81, 'settings', SETTINGS, SIGN_IN],
  [82, 83, 'verify e-mail', VERIFY],
  [84, 84, 'change e-mail', CHANGE_EMAIL],
  [85, 85, 'change password', CHANGE_PASSWORD],
  [86, 87, 'account deletion', DELETION],
  [88, 89, 'users and keys', COLLEAGUE, KEYS],
  [90, 90, 'no users', `${BROWSER} › a list without users or keys says so`],
  [91, 91, 'add keys', KEYS],
  [92, 95, 'add, see and delete a user', COLLEAGUE],
  [96, 97, 'new keys', KEYS],
  [98, 99, 'billing screen', TRIAL, ENABLED],
  [100, 100, 'VAT button', VAT_EU, VAT_NUMBER],
  [101, 102, 'lists of bills and methods', TRIAL, CHARGED, METHOD],
  [103, 105, 'bill screen', CHARGED],
  [106, 106, 'VAT number screen', VAT_NUMBER],
  [107, 107, 'enable-billing screen', STEPS_TO_BILLING],
  [108, 113, 'card form', CARD, CARD_REFUSED],
  [114, 116, 'payment method screen', METHOD],
  // Navigation
  [203, 210, 'links of visitors', LINKS],
  [211, 214, 'links of users', LINKS],
  [215, 215, 'menu of narrow screens', MENU],
  [216, 218, 'bar that hides', BAR],
  [219, 219, 'language switch', LANGUAGE],
  [220, 225, 'footer', FOOTER],
  [226, 226, 'banner after a second', BANNER],
  [227, 227, 'accept', ACCEPT],
  [228, 228, 'reject', REJECT],
  [229, 229, 'privacy policy', BANNER],
  // Entities
  [230, 233, 'credentials in storage', ACCEPT],
  [234, 234, 'billing account', OUTPUT, WIRE],
  [235, 235, 'its states', VALUES],
  [236, 238, 'credit, company, country', OUTPUT, WIRE],
  [239, 239, 'currency', VALUES],
  [240, 243, 'prices and VAT', OUTPUT, WIRE],
  [
    244,
    244,
    'start day',
    'accounts/specified › a billing cycle starts on a day from 1 to 28, and face verification is off unless it is asked for',
  ],
  [245, 245, 'created', OUTPUT, WIRE],
  [246, 250, 'bill', OUTPUT, WIRE],
  [251, 256, 'its lines', ELEMENTS, WIRE],
  [
    257,
    261,
    'its sums',
    OUTPUT,
    'contract/billing-cycles › add up: subtotal, VAT and total, each in whole cents, never below nothing',
  ],
  [262, 262, 'transaction', ELEMENTS, WIRE],
  [263, 263, 'shown negative', CHARGED],
  [264, 265, 'amount and method', ELEMENTS, WIRE],
  [266, 266, 'payment method', OUTPUT, WIRE],
  [267, 268, 'its type and state', VALUES],
  [269, 269, 'last digits of a card', ENABLED, INVOICE],
  [270, 270, 'invoice', INVOICE],
  [271, 278, 'reference, primary, address', OUTPUT, WIRE],
  [279, 279, 'user', OUTPUT, WIRE],
  [280, 280, 'its type', VALUES],
  [281, 281, 'natural', SETTINGS],
  [282, 282, 'service', KEYS],
  [283, 284, 'Google, Microsoft', PROVIDER],
  [285, 286, 'e-mail, verified', SETTINGS],
  [287, 288, 'alias, created', OUTPUT, WIRE],
  [289, 290, 'key pair', KEYS],
  [291, 291, 'basic authentication', ACCESS],
  [292, 293, 'prefixes', KEYS],
  [294, 294, 'invite', INPUT],
  [295, 298, 'first steps', OUTPUT, STORY],
  [299, 300, 'usage', OUTPUT, USAGE],
  [301, 314, 'session', OUTPUT, STORY],
  [315, 315, 'sex', VALUES],
  [316, 324, 'identity data', OUTPUT, STORY],
  [325, 328, 'input of a session', INPUT],
  [329, 330, 'a new session', OUTPUT],
  [331, 331, 'its state', VALUES],
  [332, 334, 'demo session', OUTPUT],
  [335, 335, 'countries', 'web/src/features/coverage/find-countries › has 250 countries and territories, each once'],
  [336, 336, 'passports', 'web/src/features/coverage/find-countries › supports every passport but three'],
  [337, 337, 'ID cards', 'web/src/features/coverage/find-countries › supports the ID cards of a subset'],
  [338, 340, 'three without passports', 'web/src/features/coverage/find-countries › supports every passport but three'],
  [341, 341, 'ID cards of a subset', 'web/src/features/coverage/find-countries › supports the ID cards of a subset'],
  [
    342,
    342,
    'at a glance',
    'web/src/features/coverage/find-countries › shows eight at a glance, the last supported for both documents',
  ],
  [343, 343, 'accordion section', STEPS],
  // Transitions
  [380, 380, 'days left of the trial', TRIAL],
  [
    381,
    381,
    'trial of 30 days',
    'contract/billing-cycles › is over after 30 days, at once for who looks and by the worker for good',
  ],
  [382, 382, 'active', 'contract/billing-cycles › does not end what was enabled before'],
  [
    383,
    383,
    'inactive',
    'contract/billing-cycles › is over after 30 days, at once for who looks and by the worker for good',
  ],
  [384, 384, 'enabling ends the trial', 'contract/billing-cycles › does not end what was enabled before'],
  [385, 385, 'enabled once', ENABLED],
  [386, 386, 'VAT button', VAT_EU],
  [
    387,
    388,
    'renewal is due',
    RENEWAL_DUE,
    'web/src/features/consent/storage › is authenticated while either token is unexpired, and renews 60 s before the end',
  ],
  [389, 389, 'renewal runs', EITHER_TOKEN],
  [390, 390, 'one renewal', RENEWAL_SHARED],
  [391, 391, 'renewal fails', RENEWAL_FAILS],
  [392, 392, 'refresh token expired', RENEWAL_OVER],
  [393, 393, 'authenticated', EITHER_TOKEN],
  [394, 394, 'sign-out revokes', SIGN_OUT],
  [395, 395, 'sign-out clears', SIGN_OUT_FAILS],
  [396, 398, 'submitted', SUBMIT],
  [399, 399, 'invalid', INVALID],
  [400, 400, 'pending', SUBMIT],
  [401, 405, 'steps of enable-billing', STEPS_TO_BILLING, CARD],
  [406, 407, 'first steps', STEPS],
  [408, 408, 'primary is shown', METHOD, MAKE_PRIMARY],
  [409, 409, 'primary already', METHOD],
  [410, 410, 'pending', MAKE_PRIMARY],
  [411, 411, 'primary is kept', METHOD],
  [412, 412, 'pending', MAKE_PRIMARY],
  [413, 413, 'deleted', METHOD],
  [414, 416, 'verify e-mail', VERIFY],
  [417, 418, 'keys once', KEYS],
  [419, 419, 'not oneself', COLLEAGUE],
  [420, 420, 'memory only', BEFORE_CONSENT],
  [421, 421, 'accepting copies', ACCEPT],
  [422, 422, 'dismissing is remembered', REJECT],
  [423, 423, 'accordions of the legal pages'],
  [
    424,
    424,
    'search of countries',
    'web/src/features/coverage/find-countries › lists names that begin with the text before those that contain it',
  ],
  [425, 426, 'reference', REFERENCE],
  // Validation
  [427, 432, 'e-mail', BOUNDS, INVALID],
  [433, 438, 'password', BOUNDS, INVALID],
  [439, 440, 'code', BOUNDS],
  [441, 441, 'upper case', RECOVER],
  [442, 451, 'billing form', COMPANY],
  [452, 452, 'VAT number', VAT_NUMBER],
  [453, 453, 'VAT in the EU only', VAT_EU, 'web/src/features/billing/eu › has the 27 member states, each once'],
  [
    454,
    454,
    'VAT exemption',
    'contract/billing-cycles › follows country and number, and a number goes with its country',
  ],
  [455, 462, 'card form', CARD_FORM],
  [463, 464, 'optional lines', CARD_REFUSED],
  [465, 466, 'natural users only', PROVIDER],
  [467, 467, 'verified already', VERIFY],
  [468, 468, 'search is free text', 'web/src/features/coverage/find-countries › %s finds nothing'],
  // Permissions
  [469, 470, 'signed out or in, no roles', 'contract/access › %s is classified as the contract has it'],
  [471, 471, 'signed-out pages', GUARD_IN],
  [472, 472, 'account pages', GUARD_OUT],
  [473, 473, 'natural users only', NATURAL_ONLY],
  [474, 474, 'not oneself', NOT_ONESELF],
  [475, 475, 'invite', COLLEAGUE],
  [476, 478, 'keys, users, account', ACCESS, DELETION],
  [479, 479, 'keys for the API', ACCESS],
  [480, 482, 'public pages', SCREENS],
  [483, 483, 'controller and processor'],
  // Calls
  [484, 484, 'addresses', 'accounts/specified › every call is a POST under /api/v1'],
  [485, 486, 'token and CSRF header', CARRIED],
  [487, 494, 'retries', RETRIES],
  [495, 496, 'embedded', NO_CALLS],
  [497, 497, 'renew', INPUT, OUTPUT, RENEWAL_DUE],
  [498, 498, 'revoke', INPUT, SIGN_OUT],
  [499, 500, 'sign up, sign in', INPUT, OUTPUT],
  [501, 502, 'recover', INPUT, RECOVER],
  [503, 506, 'providers', INPUT, OUTPUT, PROVIDER],
  [507, 507, 'state', STATE],
  [508, 518, 'billing', INPUT, OUTPUT, WIRE],
  [519, 524, 'users, keys, invites', INPUT, OUTPUT],
  [525, 525, 'change e-mail', INPUT, CHANGE_EMAIL],
  [526, 526, 'change password', INPUT, CHANGE_PASSWORD],
  [527, 528, 'verify e-mail', INPUT, VERIFY],
  [529, 529, 'delete the account', INPUT, DELETION],
  [530, 531, 'dashboard', OUTPUT, USAGE],
  [532, 534, 'demo', INPUT, OUTPUT],
  [535, 535, 'card setup begins', OUTPUT, WIRE],
  [536, 536, 'card setup in the page', CARD, CARD_DOCUMENT],
  [537, 537, 'card setup ends', INPUT, WIRE],
  [538, 540, 'sessions', INPUT, OUTPUT, STORY],
  [541, 541, 'open', STORY, 'e2e/screens › $name'],
  // Errors
  [542, 542, 'text of the answer', REFUSAL],
  [543, 543, 'free again', SUBMIT],
  [544, 544, 'failed loads', `${BROWSER} › a load that fails says so in its place, and can be tried again`],
  [545, 545, 'recovery refused', `${BROWSER} › a recovery that is refused is shown`],
  [546, 546, 'card setup fails', CARD_LOAD_FAILS],
  [547, 547, 'renewal fails', RENEWAL_FAILS],
  [548, 548, 'provider error', PROVIDER_ERROR],
  [549, 549, 'unknown path', TOP],
  [550, 555, 'statuses', 'contract/statuses › every documented status of every operation was produced'],
  [556, 556, 'text of a missing session', 'contract/statuses › 404'],
  [557, 557, 'text of a wrong type', 'contract/statuses › says what the specification says'],
];

/** The rows that this table answers for. */
export const sections: [first: number, last: number][] = [
  [28, 116],
  [203, 343],
  [380, 557],
];
