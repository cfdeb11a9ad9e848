import type { BlockList } from './block-list.ts';

/** A file that a tool reads. */
export interface BlockListFormat {
  readonly name: string;
  readonly title: string;
  /** The end of the file's name. */
  readonly extension: string;
  write(list: BlockList): string;
}

const HOUR_MS = 3_600_000;

export const BLOCK_LIST_FORMATS: readonly BlockListFormat[] = [
  {
    name: 'plain',
    title: 'plain text',
    extension: 'txt',
    write: (list) => lines(comments(list), list.networks),
  },
  {
    name: 'nginx',
    title: 'nginx',
    extension: 'conf',
    write: (list) =>
      lines(
        comments(list, 'Include this file in an http, server or location block.'),
        list.networks.map((network) => `deny ${network};`),
      ),
  },
  {
    name: 'caddy',
    title: 'Caddy',
    extension: 'caddy',
    write: (list) =>
      lines(
        comments(
          list,
          'Import this file at the top of the Caddyfile, and "import gatebook-blocked" in a site.',
        ),
        [
          '(gatebook-blocked) {',
          ...(list.networks.length === 0
            ? []
            : [
                '\t@gatebook-blocked {',
                ...list.networks.map((network) => `\t\tremote_ip ${network}`),
                '\t}',
                '\tabort @gatebook-blocked',
              ]),
          '}',
        ],
      ),
  },
  {
    name: 'nftables',
    title: 'nftables',
    extension: 'nft',
    write: (list) =>
      lines(
        comments(
          list,
          'Load it with "nft -f FILE". Each address leaves its set by itself. Use the sets in your rules:',
          'ip saddr @gatebook4 drop',
          'ip6 saddr @gatebook6 drop',
        ),
        [
          'table inet gatebook {',
          ...nftSet('gatebook4', 'ipv4_addr', list, (network) => !network.includes(':')),
          ...nftSet('gatebook6', 'ipv6_addr', list, (network) => network.includes(':')),
          '}',
        ],
      ),
  },
  {
    name: 'crowdsec',
    title: 'CrowdSec',
    extension: 'csv',
    // cscli decisions import --input FILE
    write: ({ networks, hours }) =>
      lines(
        ['duration,reason,scope,type,value'],
        networks.map(
          (network) => `${hours}h,gatebook,${network.includes('/') ? 'range' : 'ip'},ban,${network}`,
        ),
      ),
  },
  {
    name: 'cloudflare',
    title: 'Cloudflare',
    extension: 'json',
    // The body for "Create list items" of an IP list. Its items do not expire by themselves.
    write: (list) =>
      `${JSON.stringify(
        list.networks.map((ip) => ({ ip, comment: `Gatebook, until ${expiryOf(list)}` })),
        null,
        2,
      )}\n`,
  },
];

function comments(list: BlockList, ...others: readonly string[]): string[] {
  const { made, networks } = list;
  return [
    `Made by Gatebook on ${minuteOf(made)}: ${networks.length === 1 ? '1 client' : `${networks.length} clients`}. Remove it after ${expiryOf(list)}.`,
    ...others,
  ].map((text) => `# ${text}`);
}

function nftSet(
  name: string,
  type: string,
  { networks, hours }: BlockList,
  isOfType: (network: string) => boolean,
): string[] {
  const elements = networks.filter(isOfType).map((network) => `\t\t\t${network} timeout ${hours}h,`);
  return [
    `\tset ${name} {`,
    `\t\ttype ${type}`,
    '\t\tflags interval, timeout',
    ...(elements.length === 0 ? [] : ['\t\telements = {', ...elements, '\t\t}']),
    '\t}',
  ];
}

function expiryOf({ made, hours }: BlockList): string {
  return minuteOf(new Date(made.getTime() + hours * HOUR_MS));
}

/** `2026-11-14T09:05Z` */
function minuteOf(date: Date): string {
  return `${date.toISOString().slice(0, 16)}Z`;
}

function lines(...groups: readonly (readonly string[])[]): string {
  return `${groups.flat().join('\n')}\n`;
}
