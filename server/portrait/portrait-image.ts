/** An external image, and the messages that carry it to a thread and back. */

import type { ImageForms, ImageUse } from './encode-portrait.ts';

export interface PortraitImage {
  /** The format that the document declares. The bytes decide. */
  format?: 'jpeg' | 'jp2';
  bytes: Uint8Array;
}

export interface PortraitRequest extends PortraitImage {
  /** The maximum side length of the result. */
  size: number;
  use: ImageUse;
}

/** An account's logo, which has one form. */
export interface LogoRequest {
  bytes: Uint8Array;
  use: 'LOGO';
}

export interface LogoReply {
  logo: Uint8Array;
}

export type ImageRequest = PortraitRequest | LogoRequest;

/** The message from a thread that has received an image. Its reply follows. */
export interface Begun {
  /** The processor time that the thread had used by then. */
  begun_ms: number;
}

/** Processor time in milliseconds. Node counts it in microseconds. */
export const processorMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000;

export type ImageReply = ImageForms[ImageUse] | LogoReply | { error: string };

/** The image cannot be decoded, is too large or takes too long. */
export class PortraitUnreadable extends Error {}
