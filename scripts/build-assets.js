// Bundles the page's script and style into dist/serve/assets, which is all that a browser loads.
import { build } from 'esbuild';

await build({
  entryPoints: [
    { in: 'src/serve/browser/main.ts', out: 'page' },
    { in: 'src/serve/browser/toolbar.ts', out: 'toolbar' },
    { in: 'src/serve/assets/page.css', out: 'page' },
    { in: 'src/serve/assets/toolbar.css', out: 'toolbar' },
    { in: 'src/serve/assets/icon.svg', out: 'icon' },
  ],
  outdir: 'dist/serve/assets',
  bundle: true,
  minify: true,
  format: 'esm',
  target: 'es2023',
  charset: 'utf8',
  loader: { '.svg': 'copy' },
  logLevel: 'warning',
});
