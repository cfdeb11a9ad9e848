import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';
import { writeLlms } from './llms.ts';
import { PAGES } from './pages.ts';
import { siteLink } from './site-links.ts';
import { slugOf } from './slug.ts';

const { version, description, repository } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const REPOSITORY: string = (repository?.url ?? 'http://localhost').replace(/^git\+|\.git$/g, '');

export default defineConfig({
  title: 'Gatebook',
  description,
  lang: 'en',
  lastUpdated: false,
  metaChunk: true,
  ignoreDeadLinks: 'localhostLinks',
  markdown: {
    anchor: { slugify: slugOf },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { caddy: 'nginx', haproxy: 'ini' },
    config(md) {
      md.core.ruler.push('site_links', ({ tokens, env }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const href = token.type === 'link_open' && token.attrGet('href');
          if (href) token.attrSet('href', siteLink(decodeURI(href), env.relativePath, REPOSITORY));
        }
      });
    },
  },
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    nav: [
      { text: 'Get started', link: '/get-started' },
      { text: 'Search', link: '/search' },
      { text: version, link: '/changelog' },
    ],
    sidebar: Object.entries(PAGES).map(([text, pages]) => ({
      text,
      items: pages.map(({ file, name }) => ({ text: name, link: `/${file.replace(/(?:index)?\.md$/, '')}` })),
    })),
    footer: { message: 'MIT licensed' },
  },
  buildEnd({ outDir, site }) {
    writeLlms(outDir, { title: site.title, description: site.description, base: site.base });
  },
});
