/** An operator that documents how to verify its crawlers by DNS. */
export interface CrawlerOperator {
  readonly name: string;
  readonly agents: RegExp;
  /** The names of its addresses end in one of these. */
  readonly domains: readonly string[];
}

/**
 * `googleusercontent.com` is left out: machines that anyone can rent have names there, and only fetchers that other people start
 * use it, not these crawlers. DuckDuckBot has no names.
 */
const OPERATORS: readonly CrawlerOperator[] = [
  // https://developers.google.com/search/docs/crawling-indexing/verifying-googlebot
  {
    name: 'Google',
    agents:
      /\b(?:Googlebot|GoogleOther|Storebot-Google|Google-InspectionTool|AdsBot-Google|Mediapartners-Google|APIs-Google)\b/i,
    domains: ['googlebot.com', 'google.com'],
  },
  // https://www.bing.com/webmasters/help/how-to-verify-bingbot-3905dc26
  { name: 'Microsoft', agents: /\b(?:bingbot|msnbot|adidxbot|BingPreview)\b/i, domains: ['search.msn.com'] },
  // https://support.apple.com/en-us/119829
  { name: 'Apple', agents: /\bApplebot\b/i, domains: ['applebot.apple.com'] },
  // https://yandex.com/support/webmaster/robot-workings/check-yandex-robots.html
  { name: 'Yandex', agents: /\bYandex[a-z]+\/\d/i, domains: ['yandex.ru', 'yandex.net', 'yandex.com'] },
  // https://help.baidu.com/question?prod_id=99&class=476&id=2996
  { name: 'Baidu', agents: /\bBaiduspider\b/i, domains: ['baidu.com', 'baidu.jp'] },
];

/** The operator that a user agent names; `null` if its crawlers can't be verified. */
export function claimedOperator(userAgent: string): CrawlerOperator | null {
  return OPERATORS.find(({ agents }) => agents.test(userAgent)) ?? null;
}

export function operatorOfHost(host: string): CrawlerOperator | null {
  const name = host.toLowerCase().replace(/\.$/, '');
  return OPERATORS.find(({ domains }) => domains.some((domain) => name.endsWith(`.${domain}`))) ?? null;
}
