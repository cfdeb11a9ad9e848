import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { gzipSync } from 'node:zlib';

interface Asset {
  readonly type: string;
  /** Sent as one, in this order. */
  readonly parts: readonly string[];
}

const ASSETS: Readonly<Record<string, Asset>> = {
  'style.css': {
    type: 'text/css; charset=utf-8',
    parts: [
      'base.css',
      'search-form.css',
      'results.css',
      'survey.css',
      'profile.css',
      'panels.css',
      'timeline.css',
      'compare.css',
      'live.css',
      'small-and-print.css',
    ],
  },
  'toolbar.css': { type: 'text/css; charset=utf-8', parts: ['toolbar.css'] },
  'icon.svg': { type: 'image/svg+xml', parts: ['icon.svg'] },
};

interface File {
  readonly text: string;
  readonly type: string;
  /** The same in gzip. */
  readonly packed: Uint8Array<ArrayBuffer>;
}

export interface Assets {
  readonly files: ReadonlyMap<string, File>;
  /** Changes with any of them: an address that carries it may be cached for good. */
  readonly version: string;
}

export function loadAssets(): Assets {
  const sources: [name: string, type: string, text: string][] = [];
  for (const [name, { type, parts }] of Object.entries(ASSETS)) {
    const text = parts
      .map((part) => readFileSync(new URL(`./assets/${part}`, import.meta.url), 'utf8'))
      .join('\n');
    sources.push([name, type, text]);
  }
  for (const [name, text] of browserModules()) sources.push([name, 'text/javascript; charset=utf-8', text]);
  const hash = createHash('sha256');
  for (const [, , text] of sources) hash.update(text);
  const version = hash.digest('hex').slice(0, 8);

  const files = new Map<string, File>();
  for (const [name, type, source] of sources) {
    const text = name.endsWith('.js') ? withVersion(source, version) : source;
    files.set(name, { type, text, packed: new Uint8Array(gzipSync(text)) });
  }
  return { files, version };
}

const MODULE = /^([a-z-]+)\.(?:js|ts)$/;
const IMPORT = /(\bfrom\s*['"]\.\/[a-z-]+)\.(?:js|ts)(?=['"])/g;

/** The modules for the browser as tsc has emitted them; run from the source, their types are taken off here. */
function browserModules(): [name: string, text: string][] {
  const folder = new URL('./browser/', import.meta.url);
  return readdirSync(folder)
    .filter((file) => MODULE.test(file))
    .sort()
    .map((file) => {
      const text = readFileSync(new URL(file, folder), 'utf8');
      return [file.replace(MODULE, '$1.js'), file.endsWith('.ts') ? stripTypeScriptTypes(text) : text];
    });
}

/** A module is imported under the same version as it was asked for: it may be cached for good. */
function withVersion(text: string, version: string): string {
  return text.replace(IMPORT, `$1.js?v=${version}`);
}
