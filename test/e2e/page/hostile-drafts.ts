import type { Detail, Exception } from '../../../src/profile/profile.ts';
import type { ProfileDraft } from './profile-draft.ts';

/** The number of strings in the detail of one profile. */
export const STRINGS_PER_DETAIL = 100;

/** One profile per string, with the string in every text field. Every hundredth has a hundred strings in its detail. */
export function hostileDrafts(strings: readonly string[], time: number): ProfileDraft[] {
  return strings.map((text, i) => ({
    sample: {
      time: time + i,
      status: 200 + (i % 5) * 75,
      method: text,
      url: i % 2 === 0 ? text : `https://shop.example/${text}`,
      host: text,
      route: text,
      userAgent: text,
      error: text,
      operation: text,
      user: text,
      tags: [text, `${text}2`],
    },
    detail: i % STRINGS_PER_DETAIL === 0 ? hostileDetail(strings.slice(i, i + STRINGS_PER_DETAIL)) : null,
  }));
}

function hostileDetail(texts: readonly string[]): Partial<Detail> {
  return {
    httpVersion: texts[0] ?? '',
    socketIp: texts[1] ?? '',
    requestHeaders: texts.map((text) => [text, text]),
    responseHeaders: texts.map((text, i) => [i % 2 === 0 ? 'location' : text, text]),
    logs: texts.map((text, i) => ({ at: i, source: 'console', level: text, text, fields: text })),
    notes: texts.map((text) => ({ key: text, value: text })),
    spans: texts.flatMap((text, i) => [
      {
        kind: 'sql',
        name: text,
        system: text,
        database: text,
        calledFrom: text,
        at: i,
        duration: 10,
        parent: null,
        error: text,
      },
      { kind: 'http', name: text, at: i, duration: null, parent: null, status: 200, error: text },
      { kind: 'app', name: text, at: i, duration: 5, parent: null },
    ]),
    requestBody: { type: texts[2] ?? '', bytes: 7, text: `{"a":${texts.join('\n')}` },
    responseBody: {
      type: texts[3] ?? '',
      bytes: 7,
      parts: texts.map((text) => ({ name: text, type: text, size: 1 })),
    },
    exception: texts.reduceRight<Exception | null>(
      (cause, text) => ({
        name: text,
        message: text,
        stack: `at ${text}\n    at ${text} (/${text}:1:1)`,
        cause,
      }),
      null,
    ),
  };
}
