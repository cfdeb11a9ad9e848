import type { SendableRequest } from './replayable-request.ts';

export function javascriptCode({ method, url, headers, body }: SendableRequest): string {
  const options = [`  method: ${single(method)},`];
  const lines = pairs(headers, single).map((pair) => `    ${pair},`);
  if (lines.length > 0) options.push('  headers: {', ...lines, '  },');
  const canSend = method !== 'GET' && method !== 'HEAD';
  if (body !== undefined && canSend) options.push(`  body: ${escaped(body, utf16Escape)},`);
  return [
    ...(body === undefined || canSend ? [] : [`// fetch cannot send the body of a ${method} request.`]),
    `fetch(${single(url)}, {`,
    ...options,
    '})',
    '  .then((response) => response.text())',
    '  .then((text) => console.log(text));',
  ].join('\n');
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
