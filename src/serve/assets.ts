import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { assetFile } from '../package-files.ts';

const CONTENT_TYPES = {
  'page.js': 'text/javascript; charset=utf-8',
  'page.css': 'text/css; charset=utf-8',
  'toolbar.js': 'text/javascript; charset=utf-8',
  'toolbar.css': 'text/css; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const;

interface Asset {
  readonly contentType: string;
  readonly text: string;
  readonly gzipped: Uint8Array<ArrayBuffer>;
}

export interface Assets {
  readonly files: ReadonlyMap<string, Asset>;
  /** A hash of all files: a URL that contains it can be cached forever. */
  readonly version: string;
}

export function loadAssets(): Assets {
  const files = new Map<string, Asset>();
  const hash = createHash('sha256');
  for (const [name, contentType] of Object.entries(CONTENT_TYPES)) {
    const text = readFileSync(assetFile(name), 'utf8');
    hash.update(text);
    files.set(name, { contentType, text, gzipped: new Uint8Array(gzipSync(text)) });
  }
  return { files, version: hash.digest('hex').slice(0, 8) };
}
