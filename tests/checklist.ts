/**
 * What the specification asks, row by row, and the tests that show it. A row without tests is open: it waits for its feature,
 * or says why there is none. The numbers are those of the requirements list; the words are only reminders.
 * tests/checklist.test.ts holds the table to the sources and prints it.
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
const PUBLIC = 'e2e/public';
const HOME = `${PUBLIC} › home says what the service is, what it costs and whom it covers`;
const BIOMETRIC = `${PUBLIC} › biometric explains the chip, and links both free apps on both stores`;
const GLANCE = `${PUBLIC} › shows eight countries at a glance, and the legend`;
const FIND = `${PUBLIC} › finds by code or part of a name, in any case, in at most eight cells`;
const PRICING = `${PUBLIC} › pricing compares the plans, with each price and what is free`;
const COMPARE = `${PUBLIC} › compare has nine rows of biometric and traditional verification, and leads to sign-up`;
const DEVELOPER = `${PUBLIC} › developer leads to the guides, the reference and the demo`;
const INTEGRATION_GUIDE = `${PUBLIC} › the integration guide leads from a session to verified data`;
const OLDER_GUIDES = `${PUBLIC} › the web guide is marked as no longer recommended; those for phones name the oldest system`;
const API_GUIDE = `${PUBLIC} › the API guide states conventions, status codes and when to try again`;
const REFERENCE_PAGE = `${PUBLIC} › the reference lists every call with an example of request and response, its properties required or optional`;
const PRIVACY = `${PUBLIC} › privacy has three sections that open and close on a click`;
const TERMS = `${PUBLIC} › terms has four, those of the service with prices, payment and cancellation`;
const DEMO = `${PUBLIC} › creates a session on opening, links to it, and logs what happens, pictures cut short`;
const DEMO_FACE = `${PUBLIC} › asks for face verification when its address does; new_demo leads there`;
const OLD_DEMO = `${PUBLIC} › the older one loads the web client script and has words for each state to %s`;
const OLD_DEMO_ENDS = 'e2e/portal › after %s it shows %s';
const PLANS = 'server/billing/plans › charges what the site says';
const FIRST_DAY = 'e2e/main-story';
const SDK = 'sdk/packed › type-checks and runs in a fresh project';
const STATES = 'server/sessions/session.state › have these changes and no others';
const ENDS = 'server/sessions/session.state › end in four';
const ENDED = 'server/reader/reader › is refused after the end';
const CALLBACKS =
  'server/sessions/session.service › name the state that was left, and carry reference and failure but nothing else';
const FIVE_RETRIES =
  'server/callbacks/callback.worker › is repeated five times on the schedule with one id and one body, and never a sixth time';
const POLLING =
  'web/src/features/demo/follow-session › asks after 2 s, then 1.1 times as late for each answer that changed nothing';
const POLLING_CAP = 'web/src/features/demo/follow-session › never exceeds 30 s';
const POLLING_ENDS = 'web/src/features/demo/follow-session › stops at %s';
const CUT_PICTURES = 'web/src/features/demo/use-demo › cuts portrait and face to 20 characters, and nothing else';
const TRIAL_ENDS = 'contract/billing-cycles › is over after 30 days, at once for who looks and by the worker for good';
const NEW_ACCOUNT = 'contract/billing-cycles › gives new accounts what the plan says';
const START_DAY =
  'accounts/specified › a billing cycle starts on a day from 1 to 28, and face verification is off unless it is asked for';
const LAW = 'web/src/content/documents › is under Swedish law';
const LEGAL_FACTS = 'web/src/content/documents › %s states its facts';
const FACE = 'contract/face › that matches is in the result, beside the portrait it was compared with';
const FACE_DEMO = 'e2e/face › takes the holder’s face, shows it beside the portrait, and cuts both in the log';
const IMPORTED = 'design › %s is declared, and imported by %s';
const RUN = 'design › %s is declared, and run as %s by %s';
const FOLDERS = 'design › the top level has the folders and files of the design';

export const lines: Line[] = [
  // Product
  [1, 1, 'passports and ID cards', HOME, 'contract/main-story › %s ends the same in a demo, marked as a specimen'],
  [2, 2, 'optional face verification', FACE, FACE_DEMO, START_DAY],
  [3, 3, 'liveness in the copy', HOME, PRICING],
  [4, 4, 'obligations in the copy, no promise', HOME],
  [5, 5, 'SDK', SDK],
  [6, 6, 'HTTP API', STORY, HOME],
  [7, 7, 'self-service, trial', SIGN_UP, TRIAL],
  [
    8,
    8,
    'way of a customer',
    `${FIRST_DAY} › signs up`,
    `${FIRST_DAY} › makes API keys, shown once`,
    DEMO,
    'sdk/guides › every sample was run',
    ENABLED,
  ],
  [9, 9, 'chip, and optionally the face', 'contract/main-story › $name', FACE],
  [10, 10, 'price per identity', PRICING, 'contract/billing-cycles › are the identities, the fee and the credit'],
  [11, 11, 'standard price', HOME, PRICING],
  [12, 12, 'credit at sign-up', HOME, NEW_ACCOUNT],
  [13, 13, 'persons covered', HOME, GLANCE],
  [14, 14, 'what account holders manage', SETTINGS, COLLEAGUE, KEYS, METHOD, COMPANY],
  [
    15,
    15,
    'main route',
    `${FIRST_DAY} › creates a session with the packed SDK`,
    `${FIRST_DAY} › has a document read and verified by its cryptography`,
    `${FIRST_DAY} › fetches the verified data`,
  ],
  [16, 16, 'callbacks', `${FIRST_DAY} › sees the signed callbacks arrive, and none of them holds identity data`],
  [17, 17, 'web client script', OLD_DEMO, 'sdk/guides › web integration guide: create'],
  [18, 19, 'guides for phones', OLDER_GUIDES, 'sdk/guides › %s integration guide: reader-open'],
  [20, 20, 'demo', DEMO, OLD_DEMO],
  [21, 21, 'no sandbox', API_GUIDE, INTEGRATION_GUIDE],
  [22, 23, 'the two apps: not built here; protocol, guides, links and a reference reader are'],
  [24, 24, 'links to the stores', BIOMETRIC],
  [25, 25, 'Spanish', SCREENS, 'web/src/i18n/catalogs › %s leaves nothing untranslated and keeps every placeholder'],
  [26, 26, 'English', SCREENS, HOME],
  [27, 27, 'banner', BANNER],
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
  // Public screens
  [117, 117, 'home', HOME],
  [118, 119, 'biometric', BIOMETRIC],
  [120, 123, 'coverage', GLANCE],
  [124, 124, 'eight cells', FIND],
  [125, 127, 'name and markers', GLANCE],
  [128, 134, 'at a glance', GLANCE],
  [135, 135, 'the last for both documents', GLANCE],
  [136, 137, 'legend', GLANCE],
  [138, 138, 'any case', FIND, 'web/src/features/coverage/find-countries › %s in %s finds %s first'],
  [139, 140, 'code or part of a name', FIND, 'web/src/features/coverage/find-countries › %s in %s finds %s first'],
  [141, 141, 'empty input', FIND, 'web/src/features/coverage/find-countries › says nothing about empty input'],
  [142, 142, 'unused cells', FIND],
  [143, 147, 'pricing', PRICING],
  [148, 152, 'enterprise', PRICING],
  [153, 163, 'compare', COMPARE],
  [164, 166, 'developer', DEVELOPER],
  [167, 167, 'integration guide', INTEGRATION_GUIDE, 'sdk/guides › every sample was run'],
  [168, 168, 'web guide', OLDER_GUIDES],
  [169, 170, 'guides for phones', OLDER_GUIDES],
  [171, 173, 'API guide', API_GUIDE],
  [174, 177, 'reference', REFERENCE_PAGE],
  [178, 178, 'its other address', REFERENCE_PAGE, 'e2e/site › %s has moved to %s'],
  [179, 179, 'demo begins', DEMO],
  [180, 180, 'demo with the face', DEMO_FACE, FACE_DEMO],
  [181, 182, 'link and log', DEMO],
  [183, 183, 'its other address', DEMO_FACE, 'e2e/site › %s has moved to %s'],
  [184, 187, 'older demo', OLD_DEMO],
  [
    188,
    188,
    'start over',
    OLD_DEMO,
    'e2e/portal › says how a session went, in the words of the specification, and starts over',
  ],
  [189, 193, 'privacy', PRIVACY],
  [194, 200, 'terms', TERMS],
  [201, 201, 'unknown path', `${PUBLIC} › an unknown path is a warning`, TOP],
  [202, 202, 'list of documents', `${PUBLIC} › is also a list of all documents`],
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
  // Sessions and demo
  [344, 344, 'created', STATES, 'server/sessions/session › gives a token, its end and where to send the end user'],
  [
    345,
    345,
    'initiated',
    STATES,
    'server/reader/reader › starts once per device: the same device gets its key again, another one 409',
  ],
  [
    346,
    347,
    'failed, aborted',
    STATES,
    'server/reader/reader › end a session that was not started for anyone with the token',
    'server/reader/reader › want the key of the device to fail a started session, and take an abort without',
  ],
  [
    348,
    348,
    'completed',
    STATES,
    'server/reader/recovery.worker › is COMPLETED, shows its checks and keeps what the verdict needs, sealed',
  ],
  [349, 350, 'rejected, approved', STATES, 'contract/main-story › $name'],
  [351, 352, 'a new session after the end', ENDS, ENDED],
  [353, 353, 'callback: initiated', STORY, CALLBACKS],
  [
    354,
    354,
    'failed',
    'contract/main-story › an unfinished session fails when its day is over, and says so in a callback',
  ],
  [355, 355, 'aborted', 'e2e/portal › a failed one shows its attempts and is sent again, by keyboard alone'],
  [356, 356, 'completed', STORY, CALLBACKS],
  [357, 357, 'rejected', CALLBACKS],
  [358, 358, 'approved', STORY],
  [359, 359, 'none at creation', STORY, CALLBACKS],
  [360, 360, 'retries', FIVE_RETRIES],
  [
    361,
    362,
    'polling',
    POLLING,
    'e2e/portal › asks every 2 s at first, then 1.1 times later each time, and not while the tab is hidden',
  ],
  [363, 363, 'its cap', POLLING_CAP],
  [364, 367, 'its end', POLLING_ENDS],
  [
    368,
    368,
    'no end',
    'web/src/features/demo/follow-session › starts again at 2 s after a change and goes on at COMPLETED',
  ],
  [
    369,
    369,
    'hidden tab',
    'web/src/features/demo/follow-session › rests while the tab is hidden and asks at once when it is seen again',
  ],
  [370, 370, 'data on approval', DEMO],
  [371, 371, 'portrait', DEMO, CUT_PICTURES],
  [372, 372, 'face', FACE_DEMO, CUT_PICTURES],
  [373, 374, 'older demo: waiting', OLD_DEMO],
  [375, 376, 'failed, aborted', OLD_DEMO_ENDS],
  [377, 379, 'completed', OLD_DEMO],
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
  [423, 423, 'accordions of the legal pages', PRIVACY, TERMS],
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
  [483, 483, 'controller and processor', PRIVACY, TERMS, LEGAL_FACTS],
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
  // Constants
  [558, 558, 'renewal margin', RENEWAL_DUE],
  [559, 560, 'retries of the site', RETRIES],
  [
    561,
    562,
    'retries of integrators',
    API_GUIDE,
    'sdk/src/client › after status %i, four times with growing waits, then the error',
  ],
  [563, 563, 'timeout', API_GUIDE],
  [564, 564, 'trial', TRIAL_ENDS],
  [565, 565, 'start day', START_DAY, 'server/billing/cycle › of a sign-up at %s is %i'],
  [566, 566, 'how it is shown', 'web/src/features/billing/cycle-start › day %i is the %s'],
  [567, 567, 'currency', VALUES],
  [568, 569, 'password and codes', BOUNDS],
  [570, 570, 'usage', USAGE],
  [571, 571, 'bar', BAR],
  [572, 572, 'its throttle', `${BROWSER} › looks at the scroll position once in 250 ms`],
  [573, 573, 'banner', BANNER],
  [574, 575, 'polling', POLLING],
  [576, 576, 'its cap', POLLING_CAP],
  [577, 577, 'pictures in the log', DEMO, CUT_PICTURES],
  [578, 578, 'callbacks', FIVE_RETRIES, INTEGRATION_GUIDE],
  [579, 580, 'oldest systems', OLDER_GUIDES, BIOMETRIC],
  [
    581,
    581,
    'European Union',
    'web/src/features/billing/eu › has the 27 member states, each once',
    'server/billing/vat › covers the 27 member states, once each',
  ],
  [582, 582, 'results', FIND],
  [583, 588, 'conventions', API_GUIDE, WIRE],
  [589, 589, 'Starter', PRICING, PLANS],
  [590, 590, 'monthly', PRICING, 'contract/billing-cycles › is billed when it is over, not before'],
  [591, 592, 'no fee, free verifications', PRICING, PLANS],
  [593, 593, 'Standard', PRICING, PLANS],
  [594, 594, 'monthly', PRICING, 'contract/billing-cycles › is billed when it is over, not before'],
  [595, 596, 'fee, no trial', PRICING, PLANS],
  [597, 601, 'free on both', PRICING],
  [602, 603, 'on request', PRICING],
  [
    604,
    605,
    'identity app',
    PRIVACY,
    LEGAL_FACTS,
    'server/sessions/session.service › is destroyed with its key 24 hours after the end, with the address and agent of the device',
  ],
  [606, 606, 'the other app', PRIVACY, LEGAL_FACTS],
  [607, 612, 'website', PRIVACY, LEGAL_FACTS],
  [613, 614, 'cards', TERMS, LEGAL_FACTS],
  [
    615,
    615,
    'invoice',
    TERMS,
    'contract/billing › lets an account pay by invoice, marks the bill as paid, and ends billing with the cycle',
  ],
  [616, 617, 'monthly, VAT', TERMS, LEGAL_FACTS],
  [618, 618, 'cancellation', TERMS, 'contract/billing-cycles › end with the cycle in which billing was cancelled'],
  [
    619,
    620,
    'dates',
    PRIVACY,
    TERMS,
    'web/src/content/documents › has its headings and introduction in both languages, and its date',
  ],
  [621, 621, 'law', PRIVACY, TERMS, LAW],
  [622, 622, 'face verification is off', START_DAY, OLD_DEMO],
  [623, 623, 'no sandbox', API_GUIDE, TERMS],
  // Design
  [
    624,
    624,
    'every call in one contract',
    'design › there is one',
    'accounts/specified › there are 42 specified calls, and every other one is marked as added',
  ],
  [625, 625, 'SDK', 'design › comes an SDK with a method for every call', SDK],
  [
    626,
    626,
    'router and validators',
    'design › comes the router with a validator for every request and answer',
    'contract/statuses › every documented status of every operation was produced',
  ],
  [
    627,
    627,
    'reference',
    'design › comes the reference page',
    'design › and the build generates first, then holds the contract to its rules',
    REFERENCE_PAGE,
  ],
  [628, 628, 'mock', 'contract/mock › gives each example that is asked for by name'],
  [629, 629, 'site on the SDK', 'design › calls the service through the SDK alone'],
  [630, 635, 'packages', IMPORTED],
  [636, 636, 'contract rules', RUN],
  [637, 640, 'packages', IMPORTED],
  [641, 641, 'mock', RUN],
  [642, 642, 'tests', IMPORTED],
  [643, 652, 'top level', FOLDERS],
  [653, 653, 'integrators', SDK, 'sdk/packed › passes publint and attw'],
  [654, 654, 'readers of the reference', REFERENCE_PAGE],
  [655, 655, 'site against the mock', 'e2e/mock › signs in, and shows the account of the examples'],
  [656, 656, 'customers', SIGN_UP, KEYS, ENABLED],
  // What the specification leaves open
  [657, 657, 'what the server does', STORY, STATES, WIRE],
  [658, 658, 'home page of a user', GUARD_IN],
  [
    659,
    659,
    'coverage by country',
    'web/src/features/coverage/find-countries › has 250 countries and territories, each once',
    'web/src/features/coverage/find-countries › supports the ID cards of a subset',
  ],
  [
    660,
    660,
    'permissions',
    'contract/access › %s is classified as the contract has it',
    ACCESS,
    NATURAL_ONLY,
    NOT_ONESELF,
  ],
  [661, 664, 'answers', OUTPUT, WIRE],
  [665, 665, 'refusals', 'contract/statuses › $id: $status $code', REFUSAL],
];

/** The rows of the requirements list. */
export const last_row = 665;
