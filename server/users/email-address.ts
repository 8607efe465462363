/** The form under which an address is unique: one spelling of its accents, and no difference between upper and lower case. */
export const emailKey = (email: string): string => email.normalize('NFC').toLowerCase();
