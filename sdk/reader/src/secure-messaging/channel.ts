import {
  type Command,
  decodeResponse,
  EXTENDED_LE,
  encodeCommand,
  fitsShort,
  type Response,
  SHORT_LE,
} from '../apdu/apdu.ts';
import type { Exchange } from '../apdu/exchange-apdus.ts';
import { CHAINED, isLengthWrong, STATUS } from '../apdu/iso-7816.ts';
import { ChipError } from '../chip-error.ts';
import { blockOf } from '../cipher/session-cipher.ts';
import { type BufferSizes, commandRoom, isExtended, responseRoom, SHORT_BUFFERS } from './buffer-sizes.ts';
import type { SecureMessaging } from './secure-messaging.ts';

/** A command to send; class, P1 and P2 are 0 unless given. */
type SentCommand = Pick<Command, 'ins'> & Partial<Command>;

export class Channel {
  readonly #exchange: Exchange;
  #messaging: SecureMessaging | undefined;
  #is_given_away = false;
  buffers: BufferSizes = SHORT_BUFFERS;

  constructor(exchange: Exchange) {
    this.#exchange = exchange;
  }

  /** Without keys, further commands are sent in plain. */
  secure(messaging: SecureMessaging | undefined): void {
    this.#messaging = messaging;
  }

  get readable(): number {
    return this.readableWith(this.buffers);
  }

  readableWith(buffers: BufferSizes): number {
    return responseRoom(buffers, this.#block);
  }

  /** The expected length for a command whose response may have any length. */
  get all(): number {
    return isExtended(this.buffers) ? EXTENDED_LE : SHORT_LE;
  }

  /**
   * Sends a command, in parts when it is too long, and returns the response to the last part, or the first error. If a chip
   * announces extended lengths and then refuses them before secure messaging, short ones are used from then on.
   */
  async send(sent: SentCommand): Promise<Response> {
    const command = { cla: 0, p1: 0, p2: 0, ...sent };
    const response = await this.#sendInParts(command);
    const is_refused = isLengthWrong(response.status) && !this.#messaging && isExtended(this.buffers);
    if (!is_refused || fitsShort(command)) return response;
    this.buffers = SHORT_BUFFERS;
    return this.#sendInParts(command.le === undefined ? command : { ...command, le: Math.min(command.le, this.all) });
  }

  async #sendInParts(command: Command): Promise<Response> {
    const { le: _, data = new Uint8Array(), ...header } = command;
    const room = commandRoom(this.buffers, this.#block);
    let place = 0;
    for (; data.length - place > room; place += room) {
      const part = { ...header, cla: header.cla | CHAINED, data: data.subarray(place, place + room) };
      const response = await this.#sendOne(part);
      if (response.status !== STATUS.OK) return response;
    }
    return this.#sendOne(place === 0 ? command : { ...command, data: data.subarray(place) });
  }

  /**
   * Sends a command secured with the keys of the service. No command can follow on this channel, because the chip then accepts only
   * those keys.
   */
  async sendForeign(command: Uint8Array): Promise<Uint8Array> {
    this.#is_given_away = true;
    return this.#exchange(command);
  }

  async #sendOne(command: Command): Promise<Response> {
    if (this.#is_given_away)
      throw new ChipError(
        'secure_messaging_ended',
        'After Chip Authentication, the chip accepts only the keys of the service.',
      );
    if (!this.#messaging) return decodeResponse(await this.#exchange(encodeCommand(command)));
    const extended =
      isExtended(this.buffers) && (command.le ?? 0) > this.readableWith(SHORT_BUFFERS) ? { extended: true } : {};
    return this.#messaging.unwrapResponse(await this.#exchange(this.#messaging.wrapCommand(command, extended)));
  }

  get #block(): number | undefined {
    return this.#messaging && blockOf(this.#messaging.keys.cipher);
  }
}
