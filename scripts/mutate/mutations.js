// What is mutated. Each function returns the mutations of one node of the syntax tree: the code that replaces it.
import { mutateRegex } from './regex-mutations.js';

const OPERATORS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '**': ['*'],
  '&': ['|'],
  '|': ['&'],
  '^': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
  '>>>': ['<<'],
  '&&': ['||'],
  '||': ['&&'],
  '??': ['&&'],
};
const ASSIGNMENTS = {
  '+=': '-=',
  '-=': '+=',
  '*=': '/=',
  '|=': '&=',
  '&=': '|=',
  '^=': '&=',
  '>>=': '<<=',
  '<<=': '>>=',
  '??=': '&&=',
  '||=': '&&=',
  '&&=': '||=',
};
const METHODS = {
  startsWith: 'endsWith',
  endsWith: 'startsWith',
  toLowerCase: 'toUpperCase',
  toUpperCase: 'toLowerCase',
  some: 'every',
  every: 'some',
  min: 'max',
  max: 'min',
  indexOf: 'lastIndexOf',
  lastIndexOf: 'indexOf',
};
/** Methods whose call is left out, so that their object is the result. */
const REMOVED = new Set([
  ...['trim', 'trimStart', 'trimEnd', 'slice', 'subarray', 'filter', 'sort', 'reverse', 'replace'],
  ...['replaceAll', 'toSorted', 'toReversed', 'padStart', 'padEnd'],
]);
const COMPARED = /^(?:[<>]=?|[=!]==)$/;

const isText = (node) =>
  (node.type === 'Literal' && typeof node.value === 'string') || node.type === 'TemplateLiteral';

/** An operator is between the operands, perhaps behind brackets. */
function operatorAt(source, from, operator) {
  return source.indexOf(operator, from);
}

const EXPRESSIONS = {
  BinaryExpression: mutateBinary,
  LogicalExpression: mutateBinary,
  AssignmentExpression(node, source) {
    const other = ASSIGNMENTS[node.operator];
    if (!other || (node.operator === '+=' && isText(node.right))) return [];
    const at = operatorAt(source, node.left.end, node.operator);
    return [source.slice(node.start, at) + other + source.slice(at + node.operator.length, node.end)];
  },
  UpdateExpression(node, source) {
    const text = source.slice(node.start, node.end);
    return [node.operator === '++' ? text.replace('++', '--') : text.replace('--', '++')];
  },
  UnaryExpression(node, source) {
    if (node.operator !== '!' && node.operator !== '-') return [];
    return [source.slice(node.argument.start, node.argument.end)];
  },
  Literal(node) {
    if (typeof node.value === 'boolean') return [String(!node.value)];
    if (typeof node.value === 'number') return [String(node.value + 1)];
    if (typeof node.value === 'bigint') return [`${node.value + 1n}n`];
    if (typeof node.value === 'string') return [node.value === '' ? `'mutated'` : `''`];
    return node.regex ? mutateRegex(node.regex.pattern, node.regex.flags) : [];
  },
  TemplateLiteral: () => ['``'],
  CallExpression(node, source) {
    const { callee } = node;
    if (callee.type !== 'MemberExpression' || callee.computed || callee.property.type !== 'Identifier')
      return [];
    const { name, start, end } = callee.property;
    if (REMOVED.has(name)) return [source.slice(node.start, callee.object.end)].filter(isBalanced);
    const other = Object.hasOwn(METHODS, name) && METHODS[name];
    return other ? [source.slice(node.start, start) + other + source.slice(end, node.end)] : [];
  },
  ChainExpression(node, source) {
    const text = source.slice(node.start, node.end);
    return [...text.matchAll(/\?\.(?!\d)/g)].map(({ index }) => {
      const isAccess = /[[(]/.test(text[index + 2] ?? '');
      return text.slice(0, index) + (isAccess ? '' : '.') + text.slice(index + 2);
    });
  },
};

const isBalanced = (text) => text.split('(').length === text.split(')').length;

function mutateBinary(node, source) {
  const { operator, left, right } = node;
  if (operator === '+' && (isText(left) || isText(right))) return [];
  const at = operatorAt(source, left.end, operator);
  const before = source.slice(node.start, at);
  const after = source.slice(at + operator.length, node.end);
  return (OPERATORS[operator] ?? []).map((other) => `(${before}) ${other} (${after})`);
}

/** The mutations of an expression by its kind and its place. */
export function mutateExpression(node, parent, field, source) {
  const mutated = EXPRESSIONS[node.type]?.(node, source) ?? [];
  if (field === 'test' && parent.type !== 'SwitchCase') {
    // A loop without an end takes the time limit to find.
    if (/^(?:If|Conditional)/.test(parent.type)) mutated.push('true');
    if (node.type !== 'Literal') mutated.push('false');
  } else if (
    parent.type === 'LogicalExpression' &&
    parent.operator !== '??' &&
    !COMPARED.test(node.operator)
  ) {
    if (/^(?:Call|Chain|Member|Identifier)/.test(node.type))
      mutated.push(parent.operator === '&&' ? 'true' : 'false');
  } else if (returnsWhole(node, parent, field)) mutated.push('undefined');
  return [...new Set(mutated)];
}

/** Returned values whose own pieces are mutated are not replaced as a whole too. */
function returnsWhole(node, parent, field) {
  const isReturned =
    parent.type === 'ReturnStatement' || (parent.type === 'ArrowFunctionExpression' && field === 'body');
  return isReturned && !/^(?:Literal|Binary|Logical|Conditional|Unary|Template|Block|Arrow)/.test(node.type);
}

/** Whether a statement is left out as a mutation. */
export function mayRemove(node, parent) {
  if (node.type === 'ThrowStatement' || node.type === 'ContinueStatement' || isBareReturn(node))
    return parent.type !== 'IfStatement' && !isOnlyStatement(parent);
  if (node.type !== 'ExpressionStatement' || node.directive) return false;
  if (isOnlyStatement(parent) || node.expression.callee?.type === 'Super') return false;
  return /^(?:Call|Assignment|Update|Await|Chain)/.test(node.expression.type);
}

const isBareReturn = (node) => node.type === 'ReturnStatement' && node.argument === null;
const isOnlyStatement = (parent) => parent.type === 'BlockStatement' && parent.body.length === 1;

/** Whether a block is emptied as a mutation. */
export function mayEmpty(node, parent) {
  if (node.type !== 'BlockStatement' || node.body.length === 0) return false;
  // The same as a condition that is always false.
  if (parent.type === 'IfStatement' && parent.alternate === null) return false;
  return !node.body.some((statement) => statement.expression?.callee?.type === 'Super');
}
