/**
 * A page of which one part comes later: all before it is sent at once, so that nobody waits for that part to read
 * the rest.
 */
export function withDeferredHtml(
  html: string,
  place: string,
  part: Promise<string>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const at = html.indexOf(place);
  let isWanted = true;
  return new ReadableStream({
    async start(stream) {
      stream.enqueue(encoder.encode(html.slice(0, at)));
      const late = await part;
      if (!isWanted) return;
      stream.enqueue(encoder.encode(late + html.slice(at + place.length)));
      stream.close();
    },
    cancel() {
      isWanted = false;
    },
  });
}
