/** A way to write a request down, made by a library that is loaded when the first is asked for. */
export interface Language {
  /** As it is asked for: `?lang=curl`. */
  readonly name: string;
  readonly title: string;
  /** What the library calls it. */
  readonly target:
    | 'shell'
    | 'javascript'
    | 'python'
    | 'go'
    | 'java'
    | 'csharp'
    | 'php'
    | 'ruby'
    | 'powershell';
  readonly client: string;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly comment: '#' | '//';
}

/**
 * Not all the library knows: HTTPie reads `name:@file` and `name:=value` as more than a header, and in
 * those that are not here nobody has looked at how a hostile value is written.
 */
export const SNIPPET_LANGUAGES: readonly Language[] = [
  { name: 'curl', title: 'curl', target: 'shell', client: 'curl', comment: '#' },
  { name: 'wget', title: 'Wget', target: 'shell', client: 'wget', comment: '#' },
  { name: 'javascript', title: 'JavaScript', target: 'javascript', client: 'fetch', comment: '//' },
  { name: 'python', title: 'Python', target: 'python', client: 'requests', comment: '#' },
  { name: 'go', title: 'Go', target: 'go', client: 'native', comment: '//' },
  { name: 'java', title: 'Java', target: 'java', client: 'nethttp', comment: '//' },
  { name: 'csharp', title: 'C#', target: 'csharp', client: 'httpclient', comment: '//' },
  { name: 'php', title: 'PHP', target: 'php', client: 'curl', options: { noTags: true }, comment: '//' },
  { name: 'ruby', title: 'Ruby', target: 'ruby', client: 'native', comment: '#' },
  { name: 'powershell', title: 'PowerShell', target: 'powershell', client: 'restmethod', comment: '#' },
];

export function languageOf(name: string): Language | undefined {
  const lower = name.toLowerCase();
  return SNIPPET_LANGUAGES.find((language) => language.name === lower);
}
