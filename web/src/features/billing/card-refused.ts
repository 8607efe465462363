/** Thrown when the provider refused the card or the cardholder did not confirm. The message is in the language of the page. */
export class CardRefused extends Error {}
