import { secretLimits } from './bounded/limits.ts';
import {
  formsOf,
  isCommon,
  type KnownSecret,
  maskBare,
  maskQuoted,
  type SecretForm,
} from './mask.ts';
import { createFinder } from './masking/find-ranges.ts';
import { createPlainSecrets } from './masking/plain-secrets.ts';
import { replaceRanges } from './masking/replace-ranges.ts';

export interface Found {
  /** The secret's name, `ACCESS_TOKEN`. */
  readonly name: string;
  readonly form: SecretForm['form'];
}

/** Every secret that was sent or received. A value that was not remembered is neither found nor masked. */
export interface Secrets {
  /**
   * Remembers a value under a name such as `PASSWORD`, and returns its name. The same value keeps its first name. Another
   * value of that name becomes `PASSWORD_2`. Of too many values, the last are masked only as they are, and not found.
   *
   * @param isSearched whether `find` finds it. A server issues any number of those that are not searched for. @default true
   */
  remember(name: string, value: string, isSearched?: boolean): string;
  /**
   * The secrets in these bytes, in any form in which a server may leak them. Values shorter than eight characters (`OTP`) are
   * not searched for, since they also occur by chance.
   */
  find(bytes: Uint8Array | string): readonly Found[];
  /**
   * A sentence of the tool, with each secret, or a long part of one, replaced by `$NAME`. A secret that is a common word is
   * masked only where the sentence quotes it as a value.
   */
  mask(text: string): string;
  /** A body, or the value of a header, that the tool sent. Masks a common word in every value. */
  maskSent(text: string): string;
  /** A body, or the value of a header, that the server sent. Masks a common word in every value that is not a sentence about it. */
  maskReceived(text: string): string;
  names(): readonly string[];
  valueOf(name: string): string | undefined;
}

const shortestSearched = 8;
/** No form of a value that is searched for is shorter. */
const windowLength = 6;

/** `findPublicWords` returns words that are no secret in a message of the server, as `publicWordsOf` does for suites. */
export function createSecrets(
  findPublicWords: () => ReadonlySet<string> = () => new Set(),
): Secrets {
  // Found when they are needed, since most runs have no secret that is a common word.
  let words: ReadonlySet<string> | undefined;
  const publicWords = () => {
    words ??= findPublicWords();
    return words;
  };
  const byValue = new Map<string, KnownSecret>();
  const byName = new Map<string, KnownSecret>();
  const searched = createStarts();
  const counts = new Map<string, number>();
  let issued = 0;
  const plain = createPlainSecrets();
  // Made when they are needed, because a run remembers hundreds of secrets and masks few texts.
  let ordered: readonly KnownSecret[] | undefined;
  let notDivided: KnownSecret[] = [];
  let kinds: ReturnType<typeof createKinds> | undefined;

  const longestFirst = () => {
    ordered ??= [...byValue.values()].sort(byLength);
    return ordered;
  };
  const byKind = () => {
    kinds ??= createKinds();
    for (const secret of notDivided.sort(byLength)) kinds.add(secret);
    notDivided = [];
    return kinds;
  };
  /** Masks secrets that occur nowhere else, in any text, coding and case. */
  const maskDistinctive = (text: string) => replaceRanges(text, byKind().find(text));
  const maskMessage = (text: string, except?: ReadonlySet<string>) => {
    const maskValues = isJson(text) ? maskQuoted : maskBare;
    return maskValues(maskDistinctive(plain.mask(text)), byKind().common(), except);
  };

  return {
    remember: (name, value, isSearched = true) => {
      if (value === '') return name;
      const existing = byValue.get(value);
      if (existing) return existing.name;
      if (byValue.size >= secretLimits.all || (!isSearched && issued >= secretLimits.issued)) {
        plain.add(value);
        return name;
      }
      if (!isSearched) issued += 1;
      let free = name;
      let count = counts.get(name) ?? 1;
      for (; byName.has(free); free = `${name}_${count}`) count += 1;
      counts.set(name, count);
      const known = createKnown(free, value);
      byValue.set(value, known);
      byName.set(free, known);
      if (isSearched && value.length >= shortestSearched)
        for (const [rank, { text }] of known.forms.entries())
          searched.add({ secret: known, rank, form: text });
      ordered = undefined;
      notDivided.push(known);
      return free;
    },
    find: (bytes) => {
      const text = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8');
      const ranks = new Map<KnownSecret, number>();
      searched.lookUp(text, ({ secret, rank, form }, at) => {
        if (rank < (ranks.get(secret) ?? Number.POSITIVE_INFINITY) && text.startsWith(form, at))
          ranks.set(secret, rank);
      });
      if (ranks.size === 0) return [];
      return longestFirst().flatMap((secret) => {
        const form = secret.forms[ranks.get(secret) ?? -1]?.form;
        return form === undefined ? [] : [{ name: secret.name, form }];
      });
    },
    mask: (text) => {
      const masked = maskQuoted(
        maskDistinctive(plain.mask(text)),
        byKind().common(),
        publicWords(),
      );
      return plain.isFull() ? masked.replace(quoted, '"…"') : masked;
    },
    maskSent: (text) => maskMessage(text),
    maskReceived: (text) => (plain.isFull() ? notShown : maskMessage(text, publicWords())),
    names: () => [...byName.keys()],
    valueOf: (name) => byName.get(name)?.value,
  };
}

/** A value in a sentence. */
const quoted = /"(?:[^"\\]|\\.){8,}"/gs;
const notShown = '(not shown: the server issued more secrets than a run can mask)';

/** Its forms are made when they are needed: those of an issued secret, which nobody searches for, are not. */
function createKnown(name: string, value: string): KnownSecret {
  let forms: readonly SecretForm[] | undefined;
  return {
    name,
    value,
    get forms() {
      forms ??= formsOf(value);
      return forms;
    },
  };
}

interface Searched {
  readonly secret: KnownSecret;
  /** The index of the form in `secret.forms`. */
  readonly rank: number;
  readonly form: string;
}

// A table of three characters says of most places that nothing begins there.
const tableBits = 12;

/** Forms by how they begin, because each of a thousand responses is searched for hundreds of secrets, and each has a dozen forms. */
function createStarts() {
  const byStart = new Map<string, Searched[]>();
  const table = new Uint8Array(1 << tableBits);
  const placeOf = (text: string, at: number) =>
    ((text.charCodeAt(at) * 31 + text.charCodeAt(at + 1)) * 31 + text.charCodeAt(at + 2)) &
    (table.length - 1);

  return {
    add: (entry: Searched): void => {
      const start = entry.form.slice(0, windowLength);
      const same = byStart.get(start) ?? [];
      same.push(entry);
      byStart.set(start, same);
      table[placeOf(start, 0)] = 1;
    },
    /** Reads a text once: the forms that begin as it does at each place, and the place. */
    lookUp: (text: string, onFound: (entry: Searched, at: number) => void): void => {
      for (let at = 0; at + windowLength <= text.length; at += 1) {
        if (table[placeOf(text, at)] === 0) continue;
        for (const entry of byStart.get(text.slice(at, at + windowLength)) ?? [])
          onFound(entry, at);
      }
    },
  };
}

const byLength = (one: KnownSecret, other: KnownSecret) => other.value.length - one.value.length;

/** Secrets that are masked everywhere, and those that are common words. A run adds to them between two texts that it masks. */
function createKinds() {
  const finder = createFinder();
  const rare: KnownSecret[] = [];
  let common: readonly KnownSecret[] = [];

  return {
    add: (secret: KnownSecret): void => {
      if (isCommon(secret.value)) {
        if (rare.some((part) => secret.value.includes(part.value))) finder.add(secret);
        else common = [...common, secret].sort(byLength);
        return;
      }
      rare.push(secret);
      finder.add(secret);
      // Where a part of a secret is masked everywhere, the whole is too, or the remainder would stay readable.
      const hasPart = (whole: KnownSecret) => whole.value.includes(secret.value);
      for (const whole of common.filter(hasPart)) finder.add(whole);
      common = common.filter((whole) => !hasPart(whole));
    },
    find: finder.find,
    /** The longest first. */
    common: () => common,
  };
}

function isJson(text: string): boolean {
  try {
    // A bare number or word is a value of a header or a form too.
    JSON.parse(text);
    return /^\s*["[{]/.test(text);
  } catch {
    return false;
  }
}
