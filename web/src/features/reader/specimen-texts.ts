import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';

type Text = { title: MessageDescriptor; proves: MessageDescriptor };

/** What each specimen is and what reading it demonstrates. */
export const specimenTexts: Record<string, Text> = {
  genuine: {
    title: msg`Genuine passport`,
    proves: msg`Signed by its State, and its chip proves with its own key that it is no copy.`,
  },
  'genuine-rsa-pss': {
    title: msg`Genuine passport, RSA`,
    proves: msg`Another State signs with RSASSA-PSS, and the holder's name has letters that the MRZ cannot write.`,
  },
  'id-card': {
    title: msg`Genuine identity card`,
    proves: msg`Cards work as passports do: three lines of MRZ and a JPEG 2000 portrait.`,
  },
  'expired-document': {
    title: msg`Expired passport`,
    proves: msg`Everything is genuine, and still refused: it expired last year.`,
  },
  'expired-signer': {
    title: msg`Expired signer`,
    proves: msg`The passport would be valid, but the certificate that signed it no longer is.`,
  },
  'tampered-dg1': {
    title: msg`Altered date of birth`,
    proves: msg`One digit was changed after issuing, with correct check digits. The signed hash finds it.`,
  },
  'swapped-dg2': {
    title: msg`Swapped portrait`,
    proves: msg`The portrait of another person was put in after issuing. The signed hash finds it.`,
  },
  'bad-signature': {
    title: msg`Forged signature`,
    proves: msg`It carries the certificate of the true signer, but was signed with another key.`,
  },
  'unknown-issuer': {
    title: msg`Unknown issuer`,
    proves: msg`Signed by an authority with the right name and the wrong key.`,
  },
  'wrong-country': {
    title: msg`Wrong country`,
    proves: msg`A trusted signer of one State signed a passport that claims to be of another.`,
  },
  cloned: {
    title: msg`Cloned chip`,
    proves: msg`Every file is copied from a genuine passport. Only the key inside its chip could not be.`,
  },
  'replayed-aa': {
    title: msg`Replayed answer`,
    proves: msg`The genuine chip's answer was recorded earlier and is sent again. Each challenge is new.`,
  },
  'aa-stripped': {
    title: msg`Missing answer`,
    proves: msg`The passport says that its chip can prove itself, and the reader sends no proof.`,
  },
  'face-mismatch': {
    title: msg`Another face`,
    proves: msg`A genuine passport in the hands of someone else. Found where face verification is on.`,
  },
  'unreadable-portrait': {
    title: msg`Unreadable portrait`,
    proves: msg`Correctly signed, but its portrait cannot be decoded.`,
  },
  'nfc-failure': {
    title: msg`Connection lost`,
    proves: msg`The phone moves away from the chip and says so. A new session can try again.`,
  },
  'user-abort': {
    title: msg`Cancelled`,
    proves: msg`The end user gives up.`,
  },
  'genuine-ca': {
    title: msg`Genuine passport, Chip Authentication`,
    proves: msg`Its chip agrees on keys with the service and answers under them, as most European passports can.`,
  },
  'cloned-ca': {
    title: msg`Cloned chip, Chip Authentication`,
    proves: msg`Every file is copied, also the public key. Without the private one, the copy cannot answer.`,
  },
  'weak-digest': {
    title: msg`Outdated hashes`,
    proves: msg`Everything is genuine, but hashed with SHA-1. A session can refuse such documents.`,
  },
};
