// Mutations of a regular expression, one piece at a time: anchors, quantifiers, classes, alternatives, lookarounds and the flag i.

const CLASSES = { d: 'D', D: 'd', s: 'S', S: 's', w: 'W', W: 'w', b: 'B', B: 'b' };
const QUANTIFIERS = [
  [/^\+/, '*'],
  [/^\+/, ''],
  [/^\*/, '+'],
  [/^\*/, ''],
  [/^\?/, ''],
  [/^\{\d+(?:,\d*)?\}/, ''],
];
const GROUPS = [
  ['(?=', '(?!'],
  ['(?!', '(?='],
  ['(?<=', '(?<!'],
  ['(?<!', '(?<='],
];

/** Returns the mutated literals of `/pattern/flags`. */
export function mutateRegex(pattern, flags) {
  const mutated = new Set();
  const add = (from, to, by) => mutated.add(pattern.slice(0, from) + by + pattern.slice(to));
  let isInClass = false;
  let mayRepeat = false;
  for (let at = 0; at < pattern.length; at++) {
    const character = pattern[at];
    const rest = pattern.slice(at);
    if (character === '\\') {
      const other = CLASSES[pattern[at + 1]];
      if (other && !(isInClass && /b/i.test(other))) add(at, at + 2, `\\${other}`);
      const property = /^\\p(\{\w+(?:=\w+)?\})/.exec(rest);
      if (property) add(at, at + property[0].length, `\\P${property[1]}`);
      at += (property?.[0].length ?? 2) - 1;
      mayRepeat = true;
    } else if (isInClass) {
      isInClass = character !== ']';
      mayRepeat = !isInClass;
    } else if (character === '[') {
      if (pattern[at + 1] === '^') add(at, at + 2, '[');
      else add(at, at + 1, '[^');
      isInClass = true;
    } else if (character === '^' || character === '$') {
      add(at, at + 1, '');
      mayRepeat = false;
    } else if (character === '|') {
      add(at, alternativeEnd(pattern, at), '');
      mayRepeat = false;
    } else if (character === '(') {
      for (const [from, by] of GROUPS) if (rest.startsWith(from)) add(at, at + from.length, by);
      at += (/^\(\?(?:<\w+>|<?[=!]|[-\w]*:)/.exec(rest)?.[0].length ?? 1) - 1;
      mayRepeat = false;
    } else {
      const quantifier = mayRepeat ? /^(?:[+*?]|\{\d+(?:,\d*)?\})/.exec(rest)?.[0] : undefined;
      for (const [matching, by] of quantifier ? QUANTIFIERS : [])
        if (matching.test(rest)) add(at, at + quantifier.length, by);
      at += (quantifier?.length ?? 1) - 1;
      if (quantifier && pattern[at + 1] === '?') at++;
      mayRepeat = !quantifier;
    }
  }
  const literals = [...mutated].map((text) => `/${text || '(?:)'}/${flags}`);
  if (flags.includes('i')) literals.push(`/${pattern}/${flags.replace('i', '')}`);
  return literals.filter(isValid);
}

/** The end of the alternative that starts at a `|`. */
function alternativeEnd(pattern, from) {
  let depth = 0;
  for (let at = from + 1; at < pattern.length; at++) {
    if (pattern[at] === '\\') at++;
    else if (pattern[at] === '[') at = classEnd(pattern, at);
    else if (pattern[at] === '(') depth++;
    else if (depth === 0 && /[|)]/.test(pattern[at])) return at;
    else if (pattern[at] === ')') depth--;
  }
  return pattern.length;
}

function classEnd(pattern, from) {
  let at = from + 1;
  while (at < pattern.length && pattern[at] !== ']') at += pattern[at] === '\\' ? 2 : 1;
  return at;
}

function isValid(literal) {
  const end = literal.lastIndexOf('/');
  try {
    new RegExp(literal.slice(1, end), literal.slice(end + 1));
    return true;
  } catch {
    return false;
  }
}
