/** Words of attacks that pages are also about, as in `/docs/Object/__proto__`. */
const SUBJECTS =
  /xp_cmdshell|information_schema\.|__proto__|ognl|pearcmd|call_user_func|invokefunction|allow_url_include|auto_prepend_file|dbms_pipe|interact\.sh|oastify\.com|burpcollaborator\.net/g;
const SEARCH =
  /([?&](?:q|s|query|search|search_?(?:term|text|query)|keywords?|kw|terms?|text|find|suche|wd)=)([^&]*)/g;
const STATEMENT = /([?&](?:sql|sql_?query|statement|stmt)=)[^&]*/g;
/** Starts or ends with a word, or is the name of a file. An attack starts with the end of a value, and ends with the start of a comment. */
const PROSE = /^[a-z][\w-]* +(?!(?:and|or|union|order|having|limit)\b)\S|[^ ] +[a-z]{3,}[?!.]?$|^\/[\w./-]+$/;

/** A URL without searches that are sentences, because people search for words that attacks contain. In lower case, without escapes. */
export function withoutSearches(url: string): string {
  return url.replaceAll(SEARCH, (text, name: string, value: string) =>
    PROSE.test(value.trim()) ? name : text,
  );
}

/** A URL without statements sent by database programs and without words that pages are about. */
export function withoutSubjects(url: string): string {
  const start = url.indexOf('?');
  if (start < 0) return url.replaceAll(SUBJECTS, '');
  return url.slice(0, start).replaceAll(SUBJECTS, '') + url.slice(start).replaceAll(STATEMENT, '$1');
}
