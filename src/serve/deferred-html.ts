import type { Context } from 'hono';

/** Sends a page at once up to its placeholder, and the rest when the deferred HTML is ready. */
export function sendDeferred(
  c: Context,
  html: string,
  placeholder: string,
  deferred: Promise<string>,
): Response {
  return c.body(withDeferredHtml(html, placeholder, deferred), 200, {
    'Content-Type': 'text/html; charset=UTF-8',
  });
}

/**
 * Streams a page whose placeholder is replaced by HTML that is ready later. Everything before the placeholder is sent
 * at once.
 */
function withDeferredHtml(
  html: string,
  placeholder: string,
  deferred: Promise<string>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const at = html.indexOf(placeholder);
  let isCancelled = false;
  return new ReadableStream({
    async start(stream) {
      stream.enqueue(encoder.encode(html.slice(0, at)));
      const replacement = await deferred;
      if (isCancelled) return;
      stream.enqueue(encoder.encode(replacement + html.slice(at + placeholder.length)));
      stream.close();
    },
    cancel() {
      isCancelled = true;
    },
  });
}
