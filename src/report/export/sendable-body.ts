import type { Body } from '../../profile/body.ts';

/** A shell interprets nothing inside single quotes; string literals of JavaScript have escapes. */
export type SnippetTarget = 'shell' | 'code';

/**
 * Characters of a body that a snippet can't contain. Terminals act on invisible characters when they are pasted. Code has
 * escapes for all but lone surrogates, which can't be sent.
 */
const UNSAFE = {
  shell: /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u,
  code: /\p{Cs}/u,
} as const satisfies Record<SnippetTarget, RegExp>;

export type SendableBody =
  | { readonly text: string }
  /** Why it is omitted; empty if there was none. */
  | { readonly omitted: string };

/** The body that a client can send again. `bytes` is what the headers say about its size. */
export function sendableBody(body: Body | undefined, bytes: number, target: SnippetTarget): SendableBody {
  if (!body) return { omitted: bytes > 0 ? `The body of ${bytes} bytes was not recorded.` : '' };
  const size = Math.max(bytes, body.bytes);
  if (body.text === undefined) return { omitted: `The body of ${size} bytes was not recorded.` };
  if (body.cut)
    return { omitted: `Only the start of the body of ${size} bytes was recorded. It is omitted.` };
  if (UNSAFE[target].test(body.text))
    return { omitted: 'The body is omitted because it is not safe to paste.' };
  return { text: body.text };
}
