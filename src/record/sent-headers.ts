import type { ServerResponse } from 'node:http';

export type SentHeaders = readonly (readonly [name: string, value: string])[];

/**
 * The headers as they went out. Those handed straight to `writeHead`, as Fastify does, are nowhere else
 * than in the block that Node has sent; should a Node not keep it, there are the ones set before.
 */
export function sentHeaders(response: ServerResponse & { readonly _header?: unknown }): SentHeaders {
  const block = response._header;
  if (typeof block !== 'string') {
    return Object.entries(response.getHeaders()).flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => [name, String(one)] as const),
    );
  }
  const headers: [string, string][] = [];
  for (const line of block.split('\r\n').slice(1)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.push([line.slice(0, colon), line.slice(colon + 1).trimStart()]);
  }
  return headers;
}
