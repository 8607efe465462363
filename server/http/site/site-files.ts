/** Files of the built site. Recently requested ones are cached with their compressed copies. */
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
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.xml': 'application/xml; charset=utf-8',
  '.yaml': 'application/yaml; charset=utf-8',
};

/** In these files the server replaces what the build could not know: its address and its features. */
const ADDRESSED = /\.(html|xml|txt|md|yaml)$|^(openapi|postman_collection)\.json$/;
const COMPRESSED = /^(text|application|image\/svg)/;
/** Files that are not served under their own path: documents, which have other paths, compressed copies, site.json and hidden files. */
const INTERNAL = /^(pages\/|with-(face|liveness)\/|\.|(index|open)\.html$|site\.json$)|\.(br|gz)$/;

/** Enough for the pages and scripts that visitors request every day, but not for the whole site. */
const KEPT_BYTES = 8 * 1024 * 1024;

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const SUFFIX = { br: '.br', gzip: '.gz' };

interface FilesOptions {
  rewrites: (readonly [from: string, to: string])[];
  /** A folder whose files are served in place of those with the same names. */
  instead?: string;
  most?: number;
}

export function createFiles(folder: string, { rewrites, instead, most = KEPT_BYTES }: FilesOptions) {
  let names: Set<string> | undefined;
  // The folder is read for the first visitor rather than at startup.
  const has = (name: string) => {
    names ??= namesIn(folder);
    return names.has(name);
  };
  const cache = new FileCache(most);
  const read = (name: string) => (has(name) ? cache.get(name, load) : undefined);
  return {
    read,
    find(path: string): Promise<ServedFile> | undefined {
      const name = path.slice(1);
      if (extname(name) === '' || INTERNAL.test(name)) return undefined;
      return (instead ? read(`${instead}/${name}`) : undefined) ?? read(name);
    },
  };

  function rewritten(text: string): string {
    return rewrites.reduce((current, [from, to]) => current.replaceAll(from, to), text);
  }

  async function load(name: string): Promise<ServedFile> {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const isAddressed = rewrites.length > 0 && ADDRESSED.test(name);
    const read = await readFile(join(folder, name));
    const bytes = cache.keep(name, isAddressed ? Buffer.from(rewritten(read.toString('utf8'))) : read);
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const forms = new Map<Encoding, Promise<Form>>();
    const make = async (encoding: Encoding): Promise<Form> => {
      if (encoding === 'identity') return { encoding, bytes, etag: `"${hash}"` };
      const copy = name + SUFFIX[encoding];
      const packed = !isAddressed && has(copy) ? readFile(join(folder, copy)) : compress(bytes, encoding);
      return { encoding, bytes: cache.keep(name, await packed), etag: `"${hash}-${encoding}"` };
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

class FileCache {
  /** In the order in which they were last requested. */
  readonly #served = new Map<string, Promise<ServedFile>>();
  readonly #sizes = new Map<string, number>();
  readonly #most: number;
  #kept = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get(name: string, load: (name: string) => Promise<ServedFile>): Promise<ServedFile> {
    const file = this.#served.get(name) ?? load(name);
    this.#served.delete(name);
    this.#served.set(name, file);
    return file;
  }

  keep(name: string, bytes: Buffer): Buffer {
    if (!this.#served.has(name)) return bytes;
    this.#sizes.set(name, (this.#sizes.get(name) ?? 0) + bytes.length);
    this.#kept += bytes.length;
    for (const oldest of this.#served.keys()) {
      if (this.#kept <= this.#most) break;
      if (oldest === name) continue;
      this.#served.delete(oldest);
      this.#kept -= this.#sizes.get(oldest) ?? 0;
      this.#sizes.delete(oldest);
    }
    return bytes;
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
