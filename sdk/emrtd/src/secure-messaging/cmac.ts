import { createCipheriv } from 'node:crypto';

const BLOCK = 16;
/** x¹²⁸ + x⁷ + x² + x + 1, without its first term. */
const REDUCTION = 0x87;

/** AES-CMAC (RFC 4493, NIST SP 800-38B), which node:crypto does not offer. The key has 16, 24 or 32 bytes. */
export function cmac(key: Uint8Array, message: Uint8Array): Buffer {
  const isWhole = message.length > 0 && message.length % BLOCK === 0;
  const whole = isWhole ? Buffer.from(message) : padded(message);
  const first = doubled(encrypted('ecb', key, null, Buffer.alloc(BLOCK)));
  const subkey = isWhole ? first : doubled(first);
  const last = whole.subarray(-BLOCK);
  for (const [index, byte] of subkey.entries()) last[index] = (last[index] ?? 0) ^ byte;
  return encrypted('cbc', key, Buffer.alloc(BLOCK), whole).subarray(-BLOCK);
}

function encrypted(mode: 'ecb' | 'cbc', key: Uint8Array, iv: Buffer | null, blocks: Buffer): Buffer {
  return createCipheriv(`aes-${key.length * 8}-${mode}`, key, iv)
    .setAutoPadding(false)
    .update(blocks);
}

function padded(message: Uint8Array): Buffer {
  const blocks = Buffer.alloc((Math.floor(message.length / BLOCK) + 1) * BLOCK);
  blocks.set(message);
  blocks[message.length] = 0x80;
  return blocks;
}

/** The block times x in GF(2¹²⁸). */
function doubled(block: Buffer): Buffer {
  const carry = (block[0] ?? 0) >> 7;
  const shifted = Buffer.from(block.map((byte, index) => ((byte << 1) | ((block[index + 1] ?? 0) >> 7)) & 0xff));
  shifted[BLOCK - 1] = (shifted[BLOCK - 1] ?? 0) ^ (carry * REDUCTION);
  return shifted;
}
