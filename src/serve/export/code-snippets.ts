import type { SendableRequest } from './replayable-request.ts';

export function javascriptCode({ method, url, headers }: SendableRequest): string {
  const options = [`  method: ${single(method)},`];
  const lines = pairs(headers, single).map((pair) => `    ${pair},`);
  if (lines.length > 0) options.push('  headers: {', ...lines, '  },');
  return [
    `fetch(${single(url)}, {`,
    ...options,
    '})',
    '  .then((response) => response.text())',
    '  .then((text) => console.log(text));',
  ].join('\n');
}

const PYTHON_FUNCTIONS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']);

export function pythonCode({ method, url, headers }: SendableRequest): string {
  const lines = pairs(headers, double).map((pair) => `    ${pair},`);
  const args = lines.length > 0 ? 'url, headers=headers' : 'url';
  const call = PYTHON_FUNCTIONS.has(method)
    ? `requests.${method.toLowerCase()}(${args})`
    : `requests.request(${double(method)}, ${args})`;
  return [
    'import requests',
    '',
    `url = ${double(url)}`,
    ...(lines.length > 0 ? ['headers = {', ...lines, '}'] : []),
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

export function powershellCode({ method, url, headers }: SendableRequest): string | null {
  if (!POWERSHELL_METHODS.has(method.toUpperCase())) return null;
  const lines = Object.entries(headers).map(
    ([name, value]) => `$headers.Add(${backticked(name)}, ${backticked(value)})`,
  );
  const call = `Invoke-RestMethod -Uri ${backticked(url)} -Method ${method}`;
  return lines.length > 0 ? ['$headers = @{}', ...lines, `${call} -Headers $headers`].join('\n') : call;
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

function backticked(text: string): string {
  return `"${text.replace(/[`"$]/g, '`$&')}"`;
}
