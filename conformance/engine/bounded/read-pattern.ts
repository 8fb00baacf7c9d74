/** A pattern as three regular expressions. All of them are in Unicode mode. */
export interface ReadPattern {
  /** For JavaScript. */
  readonly script: string;
  /** For a linear engine (RE2), when it may have the same meaning there. */
  readonly linear: string | undefined;
  /** For JavaScript, without what only excludes texts: it makes texts of which many match. */
  readonly loose: string;
  readonly ignoresCase: boolean;
  /** The length of the longest text that is made by `loose`, about. */
  readonly length: number;
}

/** The pattern cannot be read. The message ends a sentence about it. */
export class PatternError extends Error {}

/** How often more than it must be the library repeats a part when it makes a text. */
const mostRepeated = 10;

type Part = Omit<ReadPattern, 'ignoresCase'>;

const space = '\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff';
const notSpace =
  '\\u0000-\\u0008\\u000e-\\u001f!-\\u009f\\u00a1-\\u167f\\u1681-\\u1fff\\u200b-\\u2027\\u202a-\\u202e\\u2030-\\u205e\\u2060-\\u2fff\\u3001-\\ufefe\\uff00-\\u{10ffff}';
const posix: Readonly<Record<string, string>> = {
  alpha: 'a-zA-Z',
  digit: '0-9',
  alnum: 'a-zA-Z0-9',
  upper: 'A-Z',
  lower: 'a-z',
  space: '\\t-\\r ',
  punct: '!-\\/:-@\\[-`\\{-~',
  xdigit: '0-9A-Fa-f',
  word: '\\w',
};

/**
 * Reads a pattern of JavaScript, and what authors write for Python, Ruby, Java and PCRE, where its meaning is certain: `\A`, `\Z`,
 * `\z`, `(?i)` at the beginning, `(?P<name>…)`, possessive quantifiers and atomic groups, comments, and classes like
 * `[[:alpha:]]`. Escaped punctuation stands for itself.
 * @throws PatternError for anything else
 */
export function readPattern(text: string): ReadPattern {
  const source = [...text];
  let at = 0;
  let atomics = 0;
  let hasNumbers = false;

  const flags = /^\(\?([a-z]+)\)/.exec(text)?.[1] ?? '';
  if (flags !== '') at = flags.length + 3;
  if (/[^ismu]/.test(flags)) throw new PatternError(`has the flags (?${flags})`);
  const isDotAll = flags.includes('s');
  const isMultiline = flags.includes('m');
  // In Python, `\w` is any letter. With an anchor that JavaScript lacks, it may be.
  const isOfAnother = /\\[AZz]/.test(text);

  const peek = (length = 1) => source.slice(at, at + length).join('');
  const skip = (expected: string) => {
    const isThere = peek(expected.length) === expected;
    if (isThere) at += expected.length;
    return isThere;
  };

  function alternatives(): Part {
    const all = [sequence()];
    while (skip('|')) all.push(sequence());
    return all.length === 1 && all[0] !== undefined
      ? all[0]
      : { ...joined(all, '|'), length: Math.max(...all.map(({ length }) => length)) };
  }

  function sequence(): Part {
    const parts: Part[] = [];
    while (at < source.length && peek() !== '|' && peek() !== ')') parts.push(quantified());
    return joined(parts, '');
  }

  function quantified(): Part {
    let atom = one();
    for (let count = quantifier(); count !== undefined; count = quantifier()) {
      const repeated = withCount(atom, count.text, count.length);
      atom = skip('+') ? atomic(repeated) : skip('?') ? lazy(repeated) : repeated;
    }
    return atom;
  }

  function quantifier(): { readonly text: string; readonly length: number } | undefined {
    const sign = peek();
    if (sign === '*' || sign === '+' || sign === '?') {
      at += 1;
      return { text: sign, length: sign === '?' ? 1 : mostRepeated };
    }
    const found = /^\{(\d*)(,(\d*))?\}/.exec(peek(24));
    if (found === null || found[0] === '{}' || found[0] === '{,}') return undefined;
    at += found[0].length;
    const [, low = '', , high] = found;
    const text = low === '' ? `{0,${high}}` : found[0];
    return { text, length: Number(low) + mostRepeated };
  }

  function one(): Part {
    const sign = peek();
    at += 1;
    if (sign === '(') return group();
    if (sign === '[') return characterClass();
    if (sign === '\\') return escaped();
    if (sign === '.')
      return isDotAll ? same('[\\s\\S]', 1, everything) : same('[^\\n\\r\\u2028\\u2029]', 1);
    if (sign === '^')
      return isMultiline ? guarded('(?<=^|[\\n\\r\\u2028\\u2029])', '') : same('^', 0);
    if (sign === '$')
      return isMultiline ? guarded('(?=$|[\\n\\r\\u2028\\u2029])', '') : same('$', 0);
    if (sign === '*' || sign === '+' || sign === '?') throw new PatternError('repeats nothing');
    return same(/[\]{}/]/.test(sign) ? `\\${sign}` : sign, 1);
  }

  function group(): Part {
    if (skip('?#')) {
      while (at < source.length && peek() !== ')') at += 1;
      return closed(same('', 0));
    }
    if (skip('?:')) return closed(wrapped('(?:', alternatives()));
    if (skip('?>')) return atomic(closed(wrapped('(?:', alternatives())));
    for (const look of ['?=', '?!', '?<=', '?<!']) {
      if (!skip(look)) continue;
      const inner = closed(alternatives());
      return guarded(`(${look}${inner.script})`, '');
    }
    const name = /^\?(?:P?<([A-Za-z_]\w*)>|'([A-Za-z_]\w*)'|P=(\w+))/.exec(peek(200));
    if (name !== null) at += name[0].length;
    if (name?.[3] !== undefined) return closed(reference(`\\k<${name[3]}>`));
    if (name !== null) return closed(wrapped(`(?<${name[1] ?? name[2]}>`, alternatives()));
    if (peek() === '?') throw new PatternError(`has a group (${peek(3)}…), which JavaScript lacks`);
    return closed(wrapped('(', alternatives()));
  }

  function closed(part: Part): Part {
    if (!skip(')')) throw new PatternError('is not a regular expression: a group is not closed');
    return part;
  }

  /** What it has matched is not tried in another way: as a look-ahead, whose text is then read. */
  function atomic({ script, loose, length }: Part): Part {
    atomics += 1;
    const name = `atomic${atomics}`;
    return { script: `(?=(?<${name}>${script}))\\k<${name}>`, linear: undefined, loose, length };
  }

  function reference(script: string): Part {
    return guarded(script, '');
  }

  function escaped(): Part {
    const sign = peek();
    at += 1;
    if (sign === 'A') return same('^', 0);
    if (sign === 'z' || sign === 'Z') return same('$', 0);
    if (sign === 'b' || sign === 'B') return same(`\\${sign}`, 0);
    if (/[1-9]/.test(sign)) {
      hasNumbers = true;
      at -= 1;
      const digits = /^\d+/.exec(peek(4))?.[0] ?? '';
      at += digits.length;
      return reference(`\\${digits}`);
    }
    if (sign === 'k') {
      const name = /^<(\w+)>/.exec(peek(100));
      if (name === null) throw new PatternError('refers to a group without a name');
      at += name[0].length;
      return reference(`\\k<${name[1]}>`);
    }
    at -= 1;
    const inClass = classEscape();
    return same(inClass.isSet ? `[${inClass.text}]` : inClass.text, 1);
  }

  /** An escape that stands for characters. `isSet`: it has to stand in brackets. */
  function classEscape(): { readonly text: string; readonly isSet: boolean } {
    const sign = peek();
    at += 1;
    const plain = (text: string) => ({ text, isSet: false });
    if (sign === '') throw new PatternError('is not a regular expression: it ends with \\');
    if (sign === 's') return { text: space, isSet: true };
    if (sign === 'S') return { text: notSpace, isSet: true };
    if (sign === 'w' && isOfAnother) return { text: wideWord, isSet: true };
    if (/[dDwWtnrvf]/.test(sign)) return plain(`\\${sign}`);
    if (sign === '0') return plain('\\u0000');
    if (sign === 'e') return plain('\\u001b');
    if (sign === 'a') return plain('\\u0007');
    const property = /^\{\^?[\w=]+\}|^[LMNPSZC]/.exec(peek(60));
    if (/[pP]/.test(sign) && property !== null) {
      at += property[0].length;
      return plain(`\\${sign}${property[0].length === 1 ? `{${property[0]}}` : property[0]}`);
    }
    const code =
      /^(?:x([\da-f]{2})|x\{([\da-f]{1,6})\}|u\{([\da-f]{1,6})\}|u([\da-f]{4})(?:\\u(d[c-f][\da-f]{2}))?)/i.exec(
        sign + peek(12),
      );
    if (code !== null) return plain(codePoint(code));
    const control = /^c([A-Za-z])/.exec(sign + peek());
    if (control?.[1] !== undefined) {
      at += 1;
      return plain(unicode(control[1].toUpperCase().charCodeAt(0) - 64));
    }
    if (/[A-Za-z\d]/.test(sign))
      throw new PatternError(`has the escape \\${sign}, which JavaScript lacks`);
    return plain(/[\^$\\.*+?()[\]{}|/-]/.test(sign) ? `\\${sign}` : sign);
  }

  function codePoint([whole, x, braced, u, first, second]: RegExpExecArray): string {
    const isPair = second !== undefined && /^d[89ab]/i.test(first ?? '');
    at += (isPair ? whole : whole.replace(/\\u.*$/s, '')).length - 1;
    const code = Number.parseInt(x ?? braced ?? u ?? first ?? '', 16);
    if (!isPair) return unicode(code);
    return unicode(0x10000 + (code - 0xd800) * 0x400 + Number.parseInt(second, 16) - 0xdc00);
  }

  function characterClass(): Part {
    const isNegated = skip('^');
    const items: string[] = [];
    while (!skip(']')) {
      if (at >= source.length)
        throw new PatternError('is not a regular expression: [ is not closed');
      const named = /^\[:(\w+):\]/.exec(peek(12));
      if (peek(3) === '&&[') throw new PatternError('has an intersection of classes (&&)');
      if (named !== null) {
        at += named[0].length;
        items.push(posixClass(named[1] ?? ''));
        continue;
      }
      items.push(classItem(items));
    }
    if (items.length === 0)
      return isNegated ? same('[\\s\\S]', 1, everything) : same('[]', 1, '[^\\u0000-\\u{10ffff}]');
    return same(`[${isNegated ? '^' : ''}${items.join('')}]`, 1);
  }

  function classItem(before: readonly string[]): string {
    const sign = peek();
    at += 1;
    if (sign === '\\' && peek() === 'b') {
      at += 1;
      return '\\u0008';
    }
    if (sign === '\\') return classEscape().text;
    if (sign !== '-') return /[[\]^]/.test(sign) ? `\\${sign}` : sign;
    // A range needs two single characters.
    const last = before.at(-1);
    const isSet = (text: string) => /^\\[dDwWsSpP]/.test(text) || text.length > 10;
    const isRange =
      last !== undefined &&
      !isSet(last) &&
      !/^\]|^\\[dDwWsSpP]|^\[:/.test(peek(2)) &&
      !before.slice(-2).includes('-');
    return isRange ? '-' : '\\-';
  }

  const whole = alternatives();
  if (at < source.length)
    throw new PatternError('is not a regular expression: a ) closes no group');
  // The groups that stand for atomic ones change the numbers.
  if (hasNumbers && atomics > 0)
    throw new PatternError('has atomic groups, and refers to groups by number');
  return { ...whole, ignoresCase: flags.includes('i') };
}

/** The letters, marks and digits of all languages. */
const wideWord = '\\p{L}\\p{M}\\p{N}_';
const everything = '[\\u0000-\\u{10ffff}]';

function posixClass(name: string): string {
  const items = Object.hasOwn(posix, name) ? posix[name] : undefined;
  if (items === undefined) throw new PatternError(`has the class [:${name}:]`);
  return items;
}

/** `linear`: where it is written differently for the linear engine, apart from the numbers of characters. */
function same(script: string, length: number, linear = script): Part {
  return {
    script,
    linear: linear.replace(
      /\\u(?:\{(\w+)\}|(\w{4}))/g,
      (_, braced, plain) => `\\x{${braced ?? plain}}`,
    ),
    loose: withFewLetters(script),
    length,
  };
}

// Making texts of all letters of Unicode takes half a second for each property, and 50 MB. Those of Latin are enough.
const letters = 'a-zA-ZÀ-ÖØ-öø-ž';
const fewLetters: Readonly<Record<string, string>> = {
  L: letters,
  Letter: letters,
  Alphabetic: letters,
  Lu: 'A-ZÀ-ÖØ-Þ',
  Ll: 'a-zß-öø-ÿ',
  N: '0-9',
  Nd: '0-9',
};

function withFewLetters(given: string): string {
  const script = given.replaceAll(wideWord, '\\w');
  if (script.startsWith('[^')) return script;
  return script.replace(/\\p\{(\w+)\}/g, (property, name) => {
    const few = Object.hasOwn(fewLetters, name) ? fewLetters[name] : undefined;
    if (few === undefined) return property;
    return script.startsWith('[') ? few : `[${few}]`;
  });
}

function guarded(script: string, loose: string): Part {
  return { script, linear: undefined, loose, length: 0 };
}

function wrapped(start: string, { script, linear, loose, length }: Part): Part {
  return {
    script: `${start}${script})`,
    linear: linear === undefined ? undefined : `${start}${linear})`,
    loose: `${start}${loose})`,
    length,
  };
}

function withCount({ script, linear, loose, length }: Part, count: string, times: number): Part {
  return {
    script: `${script}${count}`,
    linear: linear === undefined ? undefined : `${linear}${count}`,
    // What was left out of it cannot be repeated.
    loose: loose === '' ? '' : `${loose}${count}`,
    length: length * times,
  };
}

function lazy({ script, linear, loose, length }: Part): Part {
  return {
    script: `${script}?`,
    linear: linear && `${linear}?`,
    loose: loose && `${loose}?`,
    length,
  };
}

function joined(parts: readonly Part[], between: string): Part {
  const linear = parts.map((part) => part.linear);
  return {
    script: parts.map(({ script }) => script).join(between),
    linear: linear.includes(undefined) ? undefined : linear.join(between),
    loose: parts.map(({ loose }) => loose).join(between),
    length: parts.reduce((sum, { length }) => sum + length, 0),
  };
}

function unicode(code: number): string {
  if (code > 0x10ffff) throw new PatternError('has a character beyond Unicode');
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}
