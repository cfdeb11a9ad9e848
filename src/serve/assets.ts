import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

interface Asset {
  readonly type: string;
  /** Sent as one, in this order. */
  readonly parts: readonly string[];
}

const ASSETS: Readonly<Record<string, Asset>> = {
  'style.css': {
    type: 'text/css; charset=utf-8',
    parts: ['base.css', 'search-form.css', 'results.css', 'profile.css', 'small-and-print.css'],
  },
  'icon.svg': { type: 'image/svg+xml', parts: ['icon.svg'] },
};

export interface Assets {
  readonly files: ReadonlyMap<string, { readonly text: string; readonly type: string }>;
  /** Changes with any of them: an address that carries it may be cached for good. */
  readonly version: string;
}

export function loadAssets(): Assets {
  const files = new Map<string, { text: string; type: string }>();
  const hash = createHash('sha256');
  for (const [name, { type, parts }] of Object.entries(ASSETS)) {
    const text = parts
      .map((part) => readFileSync(new URL(`./assets/${part}`, import.meta.url), 'utf8'))
      .join('\n');
    files.set(name, { text, type });
    hash.update(text);
  }
  return { files, version: hash.digest('hex').slice(0, 8) };
}
