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
/** Files that are not served under their own path: documents, which have other paths, and compressed copies. */
const INTERNAL = /^(pages\/|\.|(index|open)\.html$|site\.json$)|\.(br|gz)$/;

/** Enough for the pages and scripts that visitors request every day, but not for the whole site. */
const KEPT_BYTES = 8 * 1024 * 1024;

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) };
const SUFFIX = { br: '.br', gzip: '.gz' };

/**
 * `rewrites` lists what the build assumed, and what to write instead. At most `most` bytes are cached, except that the newest
 * file always is.
 */
export function createFiles(folder: string, rewrites: (readonly [from: string, to: string])[], most = KEPT_BYTES) {
  let names: Set<string> | undefined;
  // The folder is read for the first visitor rather than at startup.
  const has = (name: string) => {
    names ??= namesIn(folder);
    return names.has(name);
  };
  /** In the order of their last requests. */
  const served = new Map<string, Promise<ServedFile>>();
  const sizes = new Map<string, number>();
  let kept = 0;

  return {
    /** The file at a path of the site. */
    find(path: string): Promise<ServedFile> | undefined {
      const name = path.slice(1);
      return has(name) && extname(name) !== '' && !INTERNAL.test(name) ? this.read(name) : undefined;
    },
    read(name: string): Promise<ServedFile> | undefined {
      if (!has(name)) return undefined;
      const file = served.get(name) ?? load(name);
      served.delete(name);
      served.set(name, file);
      return file;
    },
  };

  /** Counts the cached bytes of a file, and evicts the least recently requested files. */
  function keep(name: string, bytes: Buffer): Buffer {
    if (!served.has(name)) return bytes;
    sizes.set(name, (sizes.get(name) ?? 0) + bytes.length);
    kept += bytes.length;
    for (const oldest of served.keys()) {
      if (kept <= most) break;
      if (oldest === name) continue;
      served.delete(oldest);
      kept -= sizes.get(oldest) ?? 0;
      sizes.delete(oldest);
    }
    return bytes;
  }

  function rewritten(text: string): string {
    return rewrites.reduce((current, [from, to]) => current.replaceAll(from, to), text);
  }

  async function load(name: string): Promise<ServedFile> {
    const type = TYPES[extname(name)] ?? 'application/octet-stream';
    const isAddressed = rewrites.length > 0 && ADDRESSED.test(name);
    const read = await readFile(join(folder, name));
    const bytes = keep(name, isAddressed ? Buffer.from(rewritten(read.toString('utf8'))) : read);
    const hash = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    const forms = new Map<Encoding, Promise<Form>>();
    const make = async (encoding: Encoding): Promise<Form> => {
      if (encoding === 'identity') return { encoding, bytes, etag: `"${hash}"` };
      const copy = name + SUFFIX[encoding];
      const packed = !isAddressed && has(copy) ? readFile(join(folder, copy)) : compress(bytes, encoding);
      return { encoding, bytes: keep(name, await packed), etag: `"${hash}-${encoding}"` };
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
