/** What came back for a request. */
export interface Answer {
  /** Every byte as one character, without the date. */
  readonly bytes: string;
  readonly status: number;
  /** The status line and the headers. */
  readonly head: string;
  /** Without the framing of chunks. */
  readonly body: string;
}

const HEAD_END = '\r\n\r\n';
const NO_BODY = /^HTTP\/1\.[01] (?:1\d\d|204|304)/;

/** The answer of an HTTP/1 response; `null` if bytes are missing. */
export function parseAnswer(received: string, isHead: boolean, isClosed: boolean): Answer | null {
  const headEnd = received.indexOf(HEAD_END);
  if (headEnd < 0) return isClosed ? answerOf(received, received, '') : null;
  const head = received.slice(0, headEnd + HEAD_END.length);
  const rest = received.slice(head.length);
  // The live tail has no end.
  if (isHead || NO_BODY.test(head) || /^content-type: text\/event-stream/im.test(head))
    return answerOf(received, head, rest);
  const body = bodyOf(head, rest, isClosed);
  return body === null ? null : answerOf(received, head, body);
}

export function answerOf(received: string, head: string, body: string): Answer {
  const bytes = received.replace(/^(date:) .*$/im, '$1');
  return { bytes, status: Number(/^HTTP\/\S+ (\d{3})/.exec(head)?.[1] ?? 0), head, body };
}

/** Whether the connection stays open. After a request that can't be parsed it does not, and some servers do not say so. */
export function mayReuse({ head, status }: Answer): boolean {
  if (!head.startsWith('HTTP/1.1') || status === 400) return false;
  return !/^(?:connection: close|content-type: text\/event-stream)/im.test(head);
}

function bodyOf(head: string, rest: string, isClosed: boolean): string | null {
  const length = /^content-length: (\d+)/im.exec(head)?.[1];
  if (length !== undefined) return rest.length >= Number(length) || isClosed ? rest : null;
  if (/^transfer-encoding: chunked/im.test(head)) return joinChunks(rest) ?? (isClosed ? rest : null);
  return isClosed ? rest : null;
}

function joinChunks(framed: string): string | null {
  let body = '';
  for (let at = 0; ; ) {
    const lineEnd = framed.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(framed.slice(at, lineEnd), 16);
    const end = lineEnd + 2 + size;
    if (framed.length < end + 2) return null;
    if (size === 0) return body;
    body += framed.slice(lineEnd + 2, end);
    at = end + 2;
  }
}
