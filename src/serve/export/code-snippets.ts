import type { SendableRequest } from './replayable-request.ts';

export function javascriptCode(request: SendableRequest): string {
  return [
    ...fetchNotes(request),
    `fetch(${single(request.url)}, {`,
    ...fetchOptions(request),
    '})',
    '  .then((response) => response.text())',
    '  .then((text) => console.log(text));',
  ].join('\n');
}

/** The methods that `fetch` refuses to send. */
const NOT_FETCHED = new Set(['CONNECT', 'TRACE', 'TRACK']);

/** A test for `node --test` that fails as long as the request does. */
export function nodeTest(request: SendableRequest): string | null {
  const { method, url, status } = request;
  if (NOT_FETCHED.has(method.toUpperCase())) return null;
  const lines = [
    ...fetchNotes(request),
    `test(${single(`${method} ${new URL(url).pathname}`)}, async () => {`,
    `  const response = await fetch(${single(url)}, {`,
    ...fetchOptions(request).map((line) => `  ${line}`),
    "    redirect: 'manual',",
    '  });',
    ...(status < 400
      ? [`  assert.equal(response.status, ${status});`]
      : [
          `  // It was ${status} when it was recorded.`,
          "  assert.ok(response.status < 400, response.status + ' ' + (await response.text()));",
        ]),
    '});',
  ];
  return ["import assert from 'node:assert/strict';", "import { test } from 'node:test';", '', ...lines].join(
    '\n',
  );
}

function fetchNotes({ method, body }: SendableRequest): string[] {
  const isLeftOut = body !== undefined && !canHaveBody(method);
  return isLeftOut ? [`// fetch cannot send the body of a ${method} request.`] : [];
}

function fetchOptions({ method, headers, body }: SendableRequest): string[] {
  const lines = pairs(headers, single).map((pair) => `    ${pair},`);
  return [
    `  method: ${single(method)},`,
    ...(lines.length > 0 ? ['  headers: {', ...lines, '  },'] : []),
    ...(body !== undefined && canHaveBody(method) ? [`  body: ${escaped(body, utf16Escape)},`] : []),
  ];
}

function canHaveBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

const PYTHON_FUNCTIONS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

export function pythonCode({ method, url, headers, body }: SendableRequest): string {
  const lines = pairs(headers, double).map((pair) => `    ${pair},`);
  const args = ['url'];
  if (lines.length > 0) args.push('headers=headers');
  if (body !== undefined) args.push('data=body.encode()');
  const call = PYTHON_FUNCTIONS.has(method)
    ? `requests.${method.toLowerCase()}(${args.join(', ')})`
    : `requests.request(${double(method)}, ${args.join(', ')})`;
  return [
    'import requests',
    '',
    `url = ${double(url)}`,
    ...(lines.length > 0 ? ['headers = {', ...lines, '}'] : []),
    ...(body === undefined ? [] : [`body = ${escaped(body, pythonEscape)}`]),
    '',
    `response = ${call}`,
    'print(response.text)',
  ].join('\n');
}

/** The methods that Invoke-RestMethod accepts. */
const POWERSHELL_METHODS = new Set([
  'DELETE',
  'GET',
  'HEAD',
  'MERGE',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'TRACE',
]);

export function powershellCode({ method, url, headers, body }: SendableRequest): string | null {
  if (!POWERSHELL_METHODS.has(method.toUpperCase())) return null;
  const lines = Object.entries(headers).map(
    ([name, value]) => `$headers.Add(${backticked(name)}, ${backticked(value)})`,
  );
  const call = [`Invoke-RestMethod -Uri ${backticked(url)} -Method ${method}`];
  if (lines.length > 0) call.push('-Headers $headers');
  if (body !== undefined) call.push(`-Body ([Text.Encoding]::UTF8.GetBytes(${powershellText(body)}))`);
  return [...(lines.length > 0 ? ['$headers = @{}', ...lines] : []), call.join(' ')].join('\n');
}

function pairs(headers: SendableRequest['headers'], literal: (text: string) => string): string[] {
  return Object.entries(headers).map(([name, value]) => `${literal(name)}: ${literal(value)}`);
}

function single(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

function double(text: string): string {
  return `"${text.replace(/[\\"]/g, '\\$&')}"`;
}

/** A string literal in printable ASCII: no editor or terminal changes it, and no character of it is invisible. */
function escaped(text: string, other: (character: string) => string): string {
  return `"${text.replace(/[^ !#-[\]-~]/gu, (character) => SHORT_ESCAPES[character] ?? other(character))}"`;
}

const SHORT_ESCAPES: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '"': '\\"',
  '\\': '\\\\',
};

function utf16Escape(character: string): string {
  return Array.from({ length: character.length }, (_, i) => `\\u${hex(character.charCodeAt(i), 4)}`).join('');
}

function pythonEscape(character: string): string {
  return `\\U${hex(character.codePointAt(0) ?? 0, 8)}`;
}

/** Windows PowerShell has no escapes for other characters. */
function powershellText(text: string): string {
  const parts = text.split(/([^ -~]+)/).map((part, i) => {
    if (i % 2 === 0) return backticked(part);
    const codes = Array.from({ length: part.length }, (_, at) => part.charCodeAt(at));
    return codes.map((code) => `[char]${code}`).join(' + ');
  });
  return parts
    .filter((part) => part !== '""')
    .join(' + ')
    .replace(/^\[char\]/, '"" + [char]');
}

function hex(number: number, length: number): string {
  return number.toString(16).padStart(length, '0');
}

function backticked(text: string): string {
  return `"${text.replace(/[`"$]/g, '`$&')}"`;
}
