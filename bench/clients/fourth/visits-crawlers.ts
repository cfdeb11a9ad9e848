import { type Kind, visit } from '../second/kind.ts';
import { BINGBOT, GOOGLEBOT } from './agents.ts';
import { DOCS, GITLAB, MAGENTO, NEWS, NEXT, PHPBB, RAILS, STATIC, TYPO3, WOO, WORDPRESS } from './sites.ts';

// Crawlers and other readers that say what they are.

const CRAWLED = [NEWS, WORDPRESS[0] as string, NEXT, PHPBB, TYPO3, STATIC, MAGENTO];

export const CRAWLER_VISITS: readonly Kind[] = [
  visit(
    'Googlebot',
    {
      on: CRAWLED,
      agents: [
        GOOGLEBOT,
        'Mozilla/5.0 (Linux; Android 6.0.1; Nexus 5X Build/MMB29P) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.7390.122 Mobile Safari/537.36 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
        'Googlebot-Image/1.0',
      ],
      clients: 10,
      picks: 18,
      pace: 25,
    },
    `
    GET /robots.txt
    GET /sitemap.xml
    GET /
    GET /{slug}
    GET /{slug}/
    GET /{word}/{slug}.html
    GET /{word}/{slug}-{n}.html 404
    GET /{slug} 404
    GET /{slug}/ 301
    GET /{word}.php?id={n} 404
    GET /{slug}/amp/ 404
    GET /img/{word}.jpg 304
    GET /ads.txt 404`,
  ),
  visit(
    'Bing, Apple, Yandex and others',
    {
      on: CRAWLED,
      agents: [
        BINGBOT,
        'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1; +http://www.apple.com/go/applebot)',
        'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
        'DuckDuckBot/1.1; (+http://duckduckgo.com/duckduckbot.html)',
        'Mozilla/5.0 (compatible; SeznamBot/4.0; +https://o-seznam.cz/napoveda/vyhledavani/en/seznambot-crawler/)',
      ],
      clients: 9,
      picks: 12,
      pace: 40,
    },
    `
    GET /robots.txt
    GET /
    GET /{slug}
    GET /{word}/
    GET /{word}/{slug}
    GET /sitemap_index.xml 404
    GET /index.php?id={n}
    GET /{slug} 404
    GET /viewtopic.php?t={n}&sid={hex} 404
    GET /favicon.ico`,
  ),
  visit(
    'crawlers for models',
    {
      on: [NEWS, DOCS, PHPBB, GITLAB],
      agents: [
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
        'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
        'CCBot/2.0 (https://commoncrawl.org/faq/)',
        'Mozilla/5.0 (compatible; Bytespider; spider-feedback@bytedance.com)',
        'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
      ],
      clients: 7,
      picks: 20,
      pace: 3,
    },
    `
    GET /robots.txt
    GET /llms.txt 404
    GET /{word}/{slug}
    GET /{slug}
    GET /{slug}?page={digit}
    GET /viewtopic.php?t={n} 404
    GET /infra/{word}/-/commits/main/config/.env.example 404
    GET /{word}/{word}/{slug} 404
    GET /{slug} 403`,
  ),
  visit(
    'crawlers for search marketing',
    {
      on: CRAWLED,
      agents: [
        'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
        'Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)',
        'Mozilla/5.0 (compatible; MJ12bot/v2.0.2; http://mj12bot.com/)',
        'Mozilla/5.0 (compatible; DotBot/1.2; +https://opensiteexplorer.org/dotbot; help@moz.com)',
        'Screaming Frog SEO Spider/20.4',
      ],
      clients: 7,
      picks: 16,
      pace: 4,
    },
    `
    GET /robots.txt
    GET /
    GET /{slug}
    GET /{word}/{slug}
    GET /{slug} 301
    GET /{slug} 404
    GET /{word}/{n} 404
    GET /tag/{word}/feed/ 404
    GET /{slug}?replytocom={n} 404
    HEAD /img/{word}.png`,
  ),
  visit(
    'previews of links in chats',
    {
      on: [NEWS, NEXT, WORDPRESS[1] as string, RAILS, DOCS],
      agents: [
        'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
        'WhatsApp/2.24.20.89 A',
        'TelegramBot (like TwitterBot)',
        'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
        'Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)',
        'Twitterbot/1.0',
        'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
        'Mozilla/5.0 (Windows NT 6.1; WOW64) SkypeUriPreview Preview/0.5 skype-url-preview@microsoft.com',
      ],
      clients: 16,
      picks: 3,
      pace: 2,
    },
    `
    GET /{slug}
    GET /{year}/{month}/{slug}/
    GET /produkte/{slug}
    GET /og/{slug}.png
    GET /robots.txt
    GET /oembed?url=https%3A%2F%2Fwww.weserbote.example%2F{slug}&format=json
    GET /{slug}%20 404`,
  ),
  visit(
    'proxies of pictures',
    {
      on: [NEWS, WOO, MAGENTO],
      agents: [
        'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
        'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
        'Photon/1.0',
        'camo asset proxy 2.3.0',
      ],
      clients: 6,
      picks: 8,
      pace: 3,
    },
    `
    GET /newsletter/{year}/{month}/header.png
    GET /newsletter/pixel.gif?u={hex}
    GET /wp-content/uploads/{year}/{month}/{slug}.jpg
    GET /media/catalog/product/{digit}/{digit}/{word}.jpg
    GET /image/{hex}/1x1/{n}.webp 404`,
  ),
  visit(
    'readers of feeds',
    {
      on: [NEWS, ...WORDPRESS, PHPBB],
      agents: [
        'Feedly/1.0 (+http://www.feedly.com/fetcher.html; 12 subscribers; like FeedFetcher-Google)',
        'Tiny Tiny RSS/24.06 (https://tt-rss.org/)',
        'FreshRSS/1.24.3 (Linux; https://freshrss.org)',
        'NetNewsWire (RSS Reader; https://netnewswire.com/)',
        'Mozilla/5.0 (compatible; Miniflux/2.2.3; +https://miniflux.app)',
        'PodcastAddict/v5 (+https://podcastaddict.com/; Android podcast app)',
      ],
      clients: 9,
      picks: 8,
      pace: 900,
    },
    `
    GET /feed/
    GET /feed/ 304
    GET /rss.xml 304
    GET /atom.xml
    GET /comments/feed/
    GET /feed.php?mode=topics
    GET /index.rdf 404
    GET /favicon.ico`,
  ),
];
