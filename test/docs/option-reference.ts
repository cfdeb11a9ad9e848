import { VARIABLES } from '../../src/options/environment.ts';
import { read } from './markdown.ts';

/** The files that declare options and their types. */
const SOURCES = [
  'src/options/options.ts',
  'src/record/bodies/body-options.ts',
  'src/redact/options.ts',
  'src/record/ignore.ts',
  'src/record/user.ts',
  'src/record/instrumentation/built-in.ts',
];
const source = SOURCES.map(read).join('\n');
/** Types that the page explains, or links to. */
const KNOWN = ['Duration', 'Size', 'InstrumentationName', 'Instrumentation', 'Store', 'Logger'];

/** A property of an interface, as its source and JSDoc have it. */
interface Property {
  readonly name: string;
  readonly type: string;
  readonly text: string;
  readonly defaultValue: string;
  readonly examples: readonly string[];
}

/** The options of `gatebook(app, options)`, a section each. */
export function optionReference(): string {
  return (propertiesOf('GatebookOptions') ?? []).map(section).join('\n');
}

/** The environment variables, a row each. */
export function variableReference(): string {
  const rows = [...VARIABLES].map(
    ([path, { name, example }]) => `| \`${name}\` | \`${path}\` | ${example} |`,
  );
  return ['| variable | option | example |', '|---|---|---|', ...rows, ''].join('\n');
}

function section({ name, type, text, defaultValue, examples }: Property): string {
  const parts = (type.match(/\w+/g) ?? []).flatMap((each) => propertiesOf(aliasOf(each)) ?? []);
  const lines = [`### ${name}\n`, `${text}\n`, `- Type: \`${expand(type)}\``];
  if (defaultValue) lines.push(`- Default: ${asCode(defaultValue)}`);
  if (parts.length > 0)
    lines.push('', '| part | meaning | type | default |', '|---|---|---|---|', ...parts.map(row));
  if (examples.length > 0)
    lines.push('', '```js', ...examples.map((example) => `gatebook(app, { ${example} });`), '```');
  return `${lines.join('\n')}\n`;
}

function row({ name, type, text, defaultValue }: Property): string {
  const cells = [`\`${name}\``, text, `\`${expand(type)}\``, defaultValue && asCode(defaultValue)];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** The properties of an interface; `null` if there is none of this name. */
function propertiesOf(name: string): Property[] | null {
  const body = new RegExp(`^export interface ${name} \\{\\n(.*?)^\\}`, 'ms').exec(source)?.[1];
  if (body === undefined) return null;
  return [
    ...body.matchAll(/(?:^ {2}\/\*\*(.*?)\*\/\n)?^ {2}readonly (\w+)\??: (.*?)(?: \| undefined)?;$/gms),
  ].map(([, comment = '', property = '', type = '']) => ({
    name: property,
    type: type.replace(/^\((\(.*)\)$/, '$1'),
    ...readComment(comment),
  }));
}

function readComment(comment: string): Omit<Property, 'name' | 'type'> {
  const [text = '', ...tags] = comment.replaceAll(/^ *\* ?/gm, '').split(/^@/m);
  const tagged = (tag: string) =>
    tags.filter((each) => each.startsWith(tag)).map((each) => oneLine(each.slice(tag.length)));
  return {
    text: oneLine(text).replaceAll(/\bSee docs\/([\w-]+)\.md\b/g, 'See [$1]($1.md)'),
    defaultValue: tagged('default')[0] ?? '',
    examples: tagged('example'),
  };
}

/** A type with its aliases written out, and interfaces as the names of their parts. */
function expand(type: string): string {
  return (
    type
      .replaceAll('readonly ', '')
      // A text with a unit.
      .replaceAll(/`[^`]*`/g, 'string')
      .replaceAll(/\b[A-Z]\w+\b/g, (name) => {
        if (KNOWN.includes(name)) return name;
        const parts = propertiesOf(name);
        if (parts) return `{ ${parts.map((part) => part.name).join(', ')} }`;
        return aliasOf(name) === name ? name : expand(aliasOf(name));
      })
  );
}

function aliasOf(name: string): string {
  const type = new RegExp(`^export type ${name} =\\s+(?:\\| )?(.*?);$`, 'ms').exec(source)?.[1];
  return type === undefined ? name : oneLine(type).replaceAll(/(?<=<) | (?=>)/g, '');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** Values of a default as code, the words between them as they are. */
function asCode(text: string): string {
  return text.replaceAll(
    /'[^']*'|\{[^}]*\}|\[[^\]]*\]|process\.env\.\w+(?: === '\w+')?|\bfalse\b|\b[\d_]+\b/g,
    '`$&`',
  );
}
