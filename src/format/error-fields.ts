import { prettyJson } from './pretty-json.ts';

/** The fields of an exception, which are JSON, as names and texts. */
export function errorFields(json: string | undefined): [name: string, text: string][] {
  if (json === undefined) return [];
  const fields = parse(json);
  if (typeof fields !== 'object' || fields === null) return [['', json]];
  return Object.entries(fields).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : prettyJson(JSON.stringify(value)),
  ]);
}

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
