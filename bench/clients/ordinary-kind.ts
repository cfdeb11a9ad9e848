/** One kind of site, or of honest clients, and what they request there. */
export interface OrdinaryKind {
  readonly name: string;
  /** Probe kinds that are `notOn` this family are never sent to this site. */
  readonly family?: 'wordpress' | 'joomla' | 'php';
  /**
   * One request and its status a line: `POST /login 302`, or `/about 200` for GET. `{n}` is a number, `{w}` a few words, `{h}` a hash.
   */
  readonly requests: string;
  readonly agents: readonly string[];
  /** Requests of a client; 12 unless set. */
  readonly perClient?: number;
  /** Seconds between two requests of a client, at most; 8 unless set. */
  readonly gap?: number;
  /** The address that all clients share. */
  readonly ip?: string;
}

export const BROWSERS = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Safari/605.1.15',
  'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
];
export const TOOLS = [
  'curl/8.14.1',
  'axios/1.12.2',
  'python-requests/2.32.5',
  'okhttp/4.12.0',
  'Go-http-client/2.0',
  'node',
];
export const CRAWLERS = [
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
  'Mozilla/5.0 (compatible; YandexBot/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; ClaudeBot/1.0; +claudebot@anthropic.com)',
  'Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)',
];
