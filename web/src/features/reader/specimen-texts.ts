import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

type Text = { title: MessageDescriptor; proves: MessageDescriptor };

/** What each specimen is and what reading it demonstrates. */
export const specimenTexts: Record<string, Text> = {
  genuine: {
    title: msg`Genuine passport`,
    proves: msg`Signed by its state, and its chip proves with its own key that it is not a copy.`,
  },
  'genuine-rsa-pss': {
    title: msg`Genuine passport, RSA`,
    proves: msg`Another state signs with RSASSA-PSS, and the holder’s name has letters that the MRZ cannot represent.`,
  },
  'id-card': {
    title: msg`Genuine identity card`,
    proves: msg`Cards work like passports, with a three-line MRZ and a JPEG 2000 portrait.`,
  },
  'expired-document': {
    title: msg`Expired passport`,
    proves: msg`Everything is genuine, but it expired last year, so it is rejected.`,
  },
  'expired-signer': {
    title: msg`Expired signer`,
    proves: msg`The passport would be valid, but the certificate that signed it no longer is.`,
  },
  'tampered-dg1': {
    title: msg`Altered date of birth`,
    proves: msg`One digit was changed after issue, with correct check digits. The signed hash reveals it.`,
  },
  'swapped-dg2': {
    title: msg`Swapped portrait`,
    proves: msg`Another person’s portrait was inserted after issue. The signed hash reveals it.`,
  },
  'bad-signature': {
    title: msg`Forged signature`,
    proves: msg`It carries the genuine signer’s certificate, but was signed with another key.`,
  },
  'unknown-issuer': {
    title: msg`Unknown issuer`,
    proves: msg`Signed by an authority with the right name and the wrong key.`,
  },
  'wrong-country': {
    title: msg`Wrong country`,
    proves: msg`A trusted signer of one state signed a passport that claims to be from another.`,
  },
  cloned: {
    title: msg`Cloned chip`,
    proves: msg`Every file is copied from a genuine passport. Only the key inside its chip cannot be copied.`,
  },
  'replayed-aa': {
    title: msg`Replayed response`,
    proves: msg`The genuine chip’s response was recorded earlier and is replayed. Each challenge is new.`,
  },
  'aa-stripped': {
    title: msg`Missing response`,
    proves: msg`The passport says that its chip can prove itself, but the reader sends no proof.`,
  },
  'face-mismatch': {
    title: msg`Different face`,
    proves: msg`A genuine passport in someone else’s hands. Detected when face verification is on.`,
  },
  'unreadable-portrait': {
    title: msg`Unreadable portrait`,
    proves: msg`Correctly signed, but its portrait cannot be decoded.`,
  },
  'nfc-failure': {
    title: msg`Connection lost`,
    proves: msg`The phone moves away from the chip and reports it. A new session can try again.`,
  },
  'user-abort': {
    title: msg`Cancelled`,
    proves: msg`The end user cancels.`,
  },
  'genuine-ca': {
    title: msg`Genuine passport, Chip Authentication`,
    proves: msg`Its chip agrees on keys with the service and responds with them, as most European passports can.`,
  },
  'cloned-ca': {
    title: msg`Cloned chip, Chip Authentication`,
    proves: msg`Every file is copied, including the public key. Without the private key, the copy cannot respond.`,
  },
  'weak-digest': {
    title: msg`Outdated hashes`,
    proves: msg`Everything is genuine, but hashed with SHA-1. A session can refuse such documents.`,
  },
};
