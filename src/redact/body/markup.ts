import { COUNTED, VALUE as NAMED, NAMES, PLAIN, SECRET } from '../names/names.ts';
import { isSecretValue } from '../names/shape.ts';
import type { RedactRules } from '../rules.ts';
import { byName, type Found } from '../text/found.ts';
import { namesSecret } from '../text/frames.ts';

const TAG = /<([\p{L}\p{N}_][\p{L}\w.:-]{0,63})((?:\s[^<>]{0,2000}?)?)(\/?)>/gu;
const ATTRIBUTE = /([^\s"'<>/=]{1,100})\s{0,20}=\s{0,20}(?:"([^"]*)"|'([^']*)'|([^\s"'<>]+))/g;
const DOCUMENT = /^\s*</;
/** Attributes that name a field, and those with its value. */
const NAMING = /^(?:name|type|id|property|itemprop|key|field)$/i;
const VALUE = /^(?:value|content|data-value|val)$/i;

/** Finds the content of elements with the name of a secret, and the values of fields: `<input name="csrf" value="…">`. */
export function findMarkup(text: string, rules: RedactRules, found: Found[]): void {
  findLabelled(text, rules, found);
  findSiblings(text, rules, found);
  const unclosed = new Set<string>();
  TAG.lastIndex = 0;
  for (let tag = TAG.exec(text); tag; tag = TAG.exec(text)) {
    const [, name = '', attributes = '', closing] = tag;
    const from = TAG.lastIndex;
    const local = name.slice(name.indexOf(':') + 1);
    const start = tag.index + 1 + name.length;
    const named = attributes === '' ? '' : findAttributes(attributes, start, rules, found);
    const verdict = rules.judge(local);
    if (
      closing === '/' ||
      (named === '' &&
        (verdict === PLAIN || (verdict >= NAMES && verdict !== COUNTED && !/^key$/i.test(local))))
    )
      continue;
    const end = contentEnd(text, from, name, unclosed);
    const content = text
      .slice(from, end)
      .replace(/^<!\[CDATA\[|\]\]>$/g, '')
      .trim();
    const secret = isSecretValue(local, content, rules) ? local : named;
    if (secret === '' || content === '') continue;
    found.push(byName(from, end, secret));
    TAG.lastIndex = end;
  }
}

/** Returns the name of the secret that a tag is about; empty if there is none. */
function findAttributes(attributes: string, start: number, rules: RedactRules, found: Found[]): string {
  const values: [from: number, to: number][] = [];
  let named = '';
  for (const match of attributes.matchAll(ATTRIBUTE)) {
    const [whole, key = '', double, single, bare = ''] = match;
    const value = double ?? single ?? bare;
    const to = start + match.index + whole.length - Number(double !== undefined || single !== undefined);
    if (NAMING.test(key) && rules.judge(value) === SECRET) named = value;
    if (VALUE.test(key) && value !== '') values.push([to - value.length, to]);
  }
  if (named !== '') for (const [from, to] of values) found.push(byName(from, to, named));
  return named;
}

/** The end of the content of an element: its end tag, else the next tag, else the end of a document that was cut. */
function contentEnd(text: string, from: number, name: string, unclosed: Set<string>): number {
  const end = unclosed.has(name) ? -1 : text.indexOf(`</${name}`, from);
  if (end >= 0) return end;
  // Not searched for again: there is none after this point.
  unclosed.add(name);
  if (text.startsWith('<![CDATA[', from)) return text.length;
  const next = text.indexOf('<', from);
  if (next >= 0) return next;
  return DOCUMENT.test(text) ? text.length : from;
}

/** `<th>password</th><td>…</td>`: a name and its value in two elements. */
const LABELLED =
  /<(th|td|dt|label|name|key|b|strong|span|div|p|li|h\d)(?: [^<>]{0,200})?>\s{0,20}([\p{L}\w .$-]{1,60}?):?\s{0,20}<\/\1>\s{0,20}(?:<\w[^<>]{0,200}>\s{0,20}){1,4}(?=[^<\s])/giu;

function findLabelled(text: string, rules: RedactRules, found: Found[]): void {
  for (const match of text.matchAll(LABELLED)) {
    const [whole, , name = ''] = match;
    if (rules.judge(name) !== SECRET) continue;
    const from = match.index + whole.length;
    const end = text.indexOf('<', from);
    found.push(byName(from, end < 0 ? text.length : end, name));
  }
}

const SIMPLE = /<([A-Za-z_][\w.:-]{0,63})>([^<]{0,400})<\/\1>/g;
const MAX_DISTANCE = 3;

/** `<path>password</path><value>…</value>`: an element names the value of one next to it. */
function findSiblings(text: string, rules: RedactRules, found: Found[]): void {
  const elements = [...text.matchAll(SIMPLE)].map(({ index, 0: whole, 1: name = '', 2: content = '' }) => ({
    verdict: rules.judge(name),
    content,
    from: index + name.length + 2,
    end: index + whole.length,
  }));
  for (const [at, { verdict, content }] of elements.entries()) {
    if (verdict !== NAMES || !namesSecret(content, rules)) continue;
    for (const near of elements.slice(Math.max(0, at - MAX_DISTANCE), at + MAX_DISTANCE + 1))
      if (near.verdict === NAMED) found.push(byName(near.from, near.from + near.content.length, content));
  }
}
