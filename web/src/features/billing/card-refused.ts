/** The provider refused the card, or its holder did not confirm. Its message is in the language of the page. */
export class CardRefused extends Error {}
