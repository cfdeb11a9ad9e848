import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The statements of a file of declarations, and the names that it declares. */
interface Module {
  readonly names: ReadonlyMap<string, Declared>;
  /** Names that other modules declare, by the name that they have there. */
  readonly imports: ReadonlyMap<string, { readonly file: string; readonly name: string }>;
  readonly exported: readonly string[];
}
interface Declared {
  readonly name: string;
  readonly file: string;
  /** Functions have several texts if they are overloaded. */
  readonly text: string;
}

const DECLARED =
  /^(?:export )?(?:default )?(?:declare )?(?:abstract )?(?:interface|type|class|function|const) (\w+)/;
const NAMES = /^(import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)\.tsx?';/;

/** Reads files of declarations: what entry points export, and all that these types are made of. */
export function createReader() {
  const modules = new Map<string, Module>();

  function moduleOf(file: string): Module {
    const known = modules.get(file);
    if (known) return known;
    const read = readModule(file);
    modules.set(file, read);
    return read;
  }

  function find(file: string, name: string): Declared | null {
    const { names, imports } = moduleOf(file);
    const imported = imports.get(name);
    return imported ? find(imported.file, imported.name) : (names.get(name) ?? null);
  }

  return {
    exportsOf: (file: string): readonly string[] => moduleOf(file).exported.toSorted(),

    /** The declarations of these exports, and of every type of ours in them, by name. */
    declarationsOf(files: readonly string[]): readonly string[] {
      const found = new Set<Declared>();
      const add = (declared: Declared | null) => {
        if (!declared || found.has(declared)) return;
        found.add(declared);
        for (const [name] of declared.text.matchAll(/\b[A-Za-z_]\w*\b/g)) add(find(declared.file, name));
      };
      for (const file of files) for (const name of moduleOf(file).exported) add(find(file, name));
      return [...found].toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ text }) => text);
    },
  };
}

function readModule(file: string): Module {
  const names = new Map<string, Declared>();
  const imports = new Map<string, { file: string; name: string }>();
  const exported: string[] = [];
  for (const statement of readFileSync(file, 'utf8').split(/\n(?=\S)(?![})\]])/)) {
    const [, kind, list = '', from = ''] = NAMES.exec(statement) ?? [];
    for (const item of list.split(',').filter((text) => text.trim() !== '')) {
      const [name = '', as = name] = item
        .trim()
        .replace(/^type /, '')
        .split(' as ');
      if (kind === 'export') exported.push(as);
      imports.set(as, { file: join(dirname(file), `${from}.d.ts`), name });
    }
    const name = DECLARED.exec(statement)?.[1];
    if (name === undefined) continue;
    if (statement.startsWith('export ')) exported.push(name);
    const text = keysOfConstant(
      statement
        .trim()
        .replace(/^export /, '')
        .replace(/^declare /, ''),
    );
    const overloads = names.get(name);
    names.set(name, { name, file, text: overloads ? `${overloads.text}\n${text}` : text });
  }
  return { names, imports, exported };
}

/** Of an object only its keys: types are made of these, not of its values. */
function keysOfConstant(text: string): string {
  if (!/^const \w+: \{\n/.test(text)) return text;
  const keys = [...text.matchAll(/^ {4}readonly ([\w'-]+):/gm)].map(([, key]) => key);
  return `${text.slice(0, text.indexOf('{'))}{ ${keys.join(', ')} }`;
}
