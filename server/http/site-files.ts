/** Files of the built site. Each is read once, with its compressed copies. */
import { createHash } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

export type Encoding = 'br' | 'gzip' | 'identity';

interface Form {
  encoding: Encoding;
  bytes: Buffer;
  etag: string;
}

export interface ServedFile {
  type: string;
  form(encoding: Encoding): Promise<Form>;
}

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
};

/** In these files the server replaces what the build could not know: its address, and what it can do. */
const ADDRESSED = /\.(html|xml|txt)$/;
const COMPRESSED = /^(text|application|image\/svg)/;
/** Files that no path leads to: documents, which have other paths, and compressed copies. */
const INTERNAL = /^(pages\/|\.|index\.html$|site\.json$)|\.(br|gz)$/;

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const SUFFIX = { br: '.br', gzip: '.gz' };

/** `rewrites` gives what the build assumed, and what to write instead. */
export function createFiles(folder: string, rewrites: (readonly [from: string, to: string])[]) {
  let names: Set<string> | undefined;
  // The folder is read for the first visitor, and not at start.
  const has = (name: string) => {
    names ??= namesIn(folder);
    return names.has(name);
  };
  const served = new Map<string, Promise<ServedFile>>();

  return {
    /** The file behind a path of the site. */
    find(path: string): Promise<ServedFile> | undefined {
      const name = path.slice(1);
      return has(name) && extname(name) !== '' && !INTERNAL.test(name) ? this.read(name) : undefined;
    },
    read(name: string): Promise<ServedFile> | undefined {
      if (!has(name)) return undefined;
      const file = served.get(name) ?? load(name);
      served.set(name, file);
      return file;
    },
  };

  function rewritten(text: string): string {
    return rewrites.reduce((current, [from, to]) => current.replaceAll(from, to), text);
  }

  async function load(name: string): Promise<ServedFile> {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const isAddressed = rewrites.length > 0 && ADDRESSED.test(name);
    const read = await readFile(join(folder, name));
    const bytes = isAddressed ? Buffer.from(rewritten(read.toString('utf8'))) : read;
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const forms = new Map<Encoding, Promise<Form>>();
    const make = async (encoding: Encoding): Promise<Form> => {
      if (encoding === 'identity') return { encoding, bytes, etag: `"${hash}"` };
      const copy = name + SUFFIX[encoding];
      const packed = !isAddressed && has(copy) ? readFile(join(folder, copy)) : compress(bytes, encoding);
      return { encoding, bytes: await packed, etag: `"${hash}-${encoding}"` };
    };
    return {
      type,
      form(encoding) {
        const wanted = COMPRESSED.test(type) ? encoding : 'identity';
        const form = forms.get(wanted) ?? make(wanted);
        forms.set(wanted, form);
        return form;
      },
    };
  }
}

function namesIn(folder: string): Set<string> {
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : [];
  return new Set(names.map((name) => name.replaceAll(sep, '/')));
}

const compress = (bytes: Buffer, encoding: 'br' | 'gzip'): Promise<Buffer> =>
  encoding === 'br'
    ? pack.br(bytes, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
      })
    : pack.gzip(bytes, { level: 9 });
