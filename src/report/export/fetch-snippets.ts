import type { SendableRequest } from './replayable-request.ts';

/** The methods that `fetch` refuses to send. */
const NOT_FETCHED = new Set(['CONNECT', 'TRACE', 'TRACK']);

export function javascriptCode(request: SendableRequest): string | null {
  if (NOT_FETCHED.has(request.method.toUpperCase())) return null;
  return [
    ...fetchNotes(request),
    `fetch(${quoted(request.url)}, {`,
    ...fetchOptions(request),
    '})',
    '  .then((response) => response.text())',
    '  .then((text) => console.log(text));',
  ].join('\n');
}

/** A test for `node --test` that fails as long as the request does. */
export function nodeTest(request: SendableRequest): string | null {
  const { method, url, status } = request;
  if (NOT_FETCHED.has(method.toUpperCase())) return null;
  const lines = [
    ...fetchNotes(request),
    `test(${quoted(`${method} ${new URL(url).pathname}`)}, async () => {`,
    `  const response = await fetch(${quoted(url)}, {`,
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
  const lines = Object.entries(headers).map(([name, value]) => `    ${quoted(name)}: ${quoted(value)},`);
  return [
    `  method: ${quoted(method)},`,
    ...(lines.length > 0 ? ['  headers: {', ...lines, '  },'] : []),
    ...(body !== undefined && canHaveBody(method) ? [`  body: ${escaped(body)},`] : []),
  ];
}

function canHaveBody(method: string): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function quoted(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`;
}

/** A string literal in printable ASCII: no editor or terminal changes it, and no character of it is invisible. */
function escaped(text: string): string {
  return JSON.stringify(text).replace(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
