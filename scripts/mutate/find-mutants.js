// Finds the mutants of a file, and writes its code with all of them inside: a switch chooses one while the code runs
// ("mutant schemata"), so a mutant needs no build of its own.
import { parseAst } from 'vitest/node';
import { mayEmpty, mayRemove, mutateExpression } from './mutations.js';

const WITHOUT_CODE =
  /^(?:TS(?!AsExpression|SatisfiesExpression|NonNullExpression|ParameterProperty)|Import(?!Expression)|JSX)/;

/**
 * @param {string} source the code of a file
 * @param {number} firstId the ids of its mutants are this and the following numbers
 * @param {'ts' | 'tsx'} lang
 */
export function findMutants(source, firstId, lang) {
  const mutants = [];
  const hosts = [];

  function add(node, form, replacements, isFallback = false) {
    if (replacements.length === 0) return;
    const found = replacements.map((by) => {
      const id = firstId + mutants.length;
      const original = source.slice(node.start, node.end);
      const place = placeOf(source, node);
      // The same line may be in a file twice.
      const nth = mutants.filter((other) => other.code === place.code && other.by === by).length;
      const mutant = { id, original, by, isFallback, nth, ...place };
      mutants.push(mutant);
      return mutant;
    });
    hosts.push({ node, form, found });
  }

  function visit(node, parent, field) {
    if (WITHOUT_CODE.test(node.type)) return;
    if (mayEmpty(node, parent)) add(node, 'block', ['{}']);
    else if (mayRemove(node, parent)) add(node, 'statement', ['']);
    else if (isExpression(node, parent, field))
      add(node, 'expression', mutateExpression(node, parent, field, source), isFallback(node, parent, field));
    for (const [name, child] of Object.entries(node)) {
      if (isName(node, name)) continue;
      for (const each of Array.isArray(child) ? child : [child])
        if (typeof each?.type === 'string') visit(each, node, name);
    }
  }

  const program = parseAst(source, { lang, preserveParens: false });
  for (const statement of program.body) visit(statement, program, 'body');
  return { mutants, write: (chooses) => writeCode(source, hosts, chooses) };
}

/** Parts of a chain `a?.b.c` and literals that are not values stay as they are. */
function isExpression(node, parent, field) {
  if (field === 'quasi' || parent.type === 'ImportExpression' || parent.type === 'ExportNamedDeclaration')
    return false;
  if (parent.type === 'ExpressionStatement' && parent.directive) return false;
  if (field === 'left' && /^(?:Assignment|For)/.test(parent.type)) return false;
  const isPartOfChain = (field === 'object' || field === 'callee') && /^(?:Member|Call)/.test(node.type);
  // A call in a chain is only mutated with the chain.
  return !isPartOfChain && !(parent.type === 'ChainExpression' && /^(?:Member|Call)/.test(node.type));
}

/** `list[0] ?? ''` and `const [first = ''] = list`: the type checker asks for a value, even where it is never used. */
function isFallback(node, parent, field) {
  if (field !== 'right' || !/^(?:Literal|Unary)/.test(node.type)) return false;
  if (parent.type === 'AssignmentPattern') return true;
  const { operator, left } = parent;
  return (
    operator === '??' &&
    (left.type === 'ChainExpression' || (left.type === 'MemberExpression' && left.computed))
  );
}

function isName(node, field) {
  if (field === 'key') return !node.computed;
  if (field === 'property') return !node.computed;
  return field === 'typeAnnotation' || field === 'typeArguments' || field === 'source';
}

function placeOf(source, node) {
  const before = source.slice(0, node.start);
  const line = before.split('\n').length;
  const lineStart = before.lastIndexOf('\n') + 1;
  return { line, column: node.start - lineStart + 1, code: source.split('\n')[line - 1].trim() };
}

/** Writes the code with switches; `chooses` returns the condition of a mutant. */
function writeCode(source, hosts, chooses) {
  // Outer hosts first; their original code contains the inner ones.
  const ordered = hosts.toSorted((a, b) => a.node.start - b.node.start || b.node.end - a.node.end);
  let next = 0;
  function write(from, to) {
    let code = '';
    let at = from;
    while (next < ordered.length && ordered[next].node.end <= to) {
      const { node, form, found } = ordered[next];
      next++;
      code += source.slice(at, node.start);
      if (form === 'expression') {
        const choices = found.map(({ id, by }) => `${chooses(id)}?(${by}):`).join('');
        code += `(${choices}(${write(node.start, node.end)}))`;
      } else code += `{if(!${chooses(found[0].id)}){${write(node.start, node.end)}}}`;
      at = node.end;
    }
    return code + source.slice(at, to);
  }
  return `const __mutate=globalThis.__mutate;${write(0, source.length)}`;
}
