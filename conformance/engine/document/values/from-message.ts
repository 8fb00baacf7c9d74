import type { JsonObject } from '../model/pointer.ts';
import { timeIn } from './ordered.ts';
import { typeOf } from './sample.ts';
import { fitsText, scalarsOf } from './scalars.ts';
import { uuidOf } from './uuid-of.ts';

interface Said {
  readonly message: string;
  readonly schema: JsonObject;
  readonly value: unknown;
  readonly token: string;
  /** Midnight of the next day. */
  readonly start: number;
  /** Whether it is the later one of a pair. */
  readonly isLater: boolean;
}

type Row = readonly [says: RegExp, make: (said: Said, groups: readonly string[]) => unknown];

const lengthOf = (said: string | undefined) => Math.min(Number(said), 10_000);
const isText = ({ schema, value }: Said) =>
  typeof value === 'string' || (value === undefined && typeOf(schema) === 'string');
const textOf = ({ value, token }: Said) =>
  typeof value === 'string' && value !== '' ? value : token;

/** What a server asks for, and a value for it. The first that says what it makes wins. */
const rows: readonly Row[] = [
  [/(?:\bnot|n't)\b[^.]*\bfuture\b/i, (said) => timeOf(said, -2)],
  [
    /\b(?:not in|must not be in|cannot be in|can't be in) the past\b|\bfuture\b/i,
    (said) => timeOf(said, 1),
  ],
  [/\bin the past\b/i, (said) => timeOf(said, -400)],
  [/\b(?:after|later than)\b/i, (said) => timeOf(said, 2)],
  [/\b(?:before|earlier than)\b/i, (said) => timeOf(said, 0)],
  [
    /(?:one of|must be in|allowed values?|valid (?:values|options|choices)(?: are| is)?|expected(?: one of)?|not one of)(?: the following values)?:?\s*[[({]?\s*([^\])}]+)/i,
    (said, [listed = '']) => choiceIn(listed, said.schema),
  ],
  [/\be-?mail\b/i, (said) => isText(said) && `${said.token}@example.com`],
  [/\b(?:uuid|guid)\b/i, ({ token }) => uuidOf(token)],
  [/\b(?:url|uri)\b/i, ({ token }) => `https://example.com/${token}`],
  [/\b(?:hostname|domain|fqdn)\b/i, ({ token }) => `${token}.example.com`],
  [
    /\bcanonical\b|\b(?:trailing|end with a?) ?(?:dot|"\."|'\.')/i,
    (said) => isText(said) && canonical(said),
  ],
  [/\bip(?:v4)?\b.*\baddress|\bipv4\b/i, () => '192.0.2.1'],
  [/\bipv6\b/i, () => '2001:db8::1'],
  [/\bphone\b|\be\.?164\b/i, () => '+12025550123'],
  [/\b(?:iso ?4217|currency)\b/i, () => 'EUR'],
  [/\b(?:iso ?3166|country code)\b/i, () => 'DE'],
  [/\b(?:time ?zone)\b/i, () => 'UTC'],
  [
    /\b(?:iso ?8601|rfc ?3339|date-?time|datetime|timestamp)\b/i,
    (said) => timeIn({ format: 'date-time' }, '', said.start, 1),
  ],
  [
    /\b(?:valid|is not a|invalid|match format) "?date\b|\bYYYY-MM-DD\b/i,
    (said) => timeIn({ format: 'date' }, '', said.start, 1),
  ],
  [
    /(?:match|pattern|regex|regular expression)[^/^]*["'`/]?(\^.*\$)/i,
    (said, [pattern = '']) => textFor({ ...said.schema, pattern }),
  ],
  [
    /(?:at least|longer than or equal to|minimum(?: length)?(?: of| is)?|not be shorter than|fewer than|shorter than|>=) (\d+)(?= ?(?:char|letter|symbol|digit|long|in length)?)/i,
    (said, [least]) => isText(said) && textOf(said).padEnd(lengthOf(least), 'x'),
  ],
  [
    /(?:at most|no more than|shorter than or equal to|maximum(?: length)?(?: of| is)?|longer than|exceed|up to|<=) (\d+)(?= ?(?:char|letter|symbol|digit|long|in length)?)/i,
    (said, [most]) => isText(said) && textOf(said).slice(0, lengthOf(most)),
  ],
  [
    /(?:greater than or equal to|at least|not be less than|minimum(?: of| is)?|>=) (-?\d+(?:\.\d+)?)/i,
    (_, [least]) => Number(least),
  ],
  [
    /(?:less than or equal to|at most|not be greater than|maximum(?: of| is)?|<=) (-?\d+(?:\.\d+)?)/i,
    (_, [most]) => Number(most),
  ],
  [/(?:greater than|more than|>) (-?\d+(?:\.\d+)?)/i, (_, [least]) => Number(least) + 1],
  [/(?:less than|<) (-?\d+(?:\.\d+)?)/i, (_, [most]) => Number(most) - 1],
  [/\bpositive\b/i, () => 1],
  [/\b(?:numeric|only digits|digits)\b/i, (said) => isText(said) && digitsOf(said.token, 8)],
  [/\b(?:alphanumeric|letters and (?:digits|numbers))\b/i, (said) => isText(said) && said.token],
  [/\b(?:lower ?case)\b/i, (said) => isText(said) && textOf(said).toLowerCase()],
  [/\b(?:upper ?case)\b/i, (said) => isText(said) && textOf(said).toUpperCase()],
  [/\b(?:integer|number|int)\b/i, ({ value }) => (typeof value === 'number' ? undefined : 1)],
  [/\bbool(?:ean)?\b/i, ({ value }) => (typeof value === 'boolean' ? undefined : true)],
  [
    /\b(?:array|list)\b/i,
    ({ value }) => (Array.isArray(value) || value === undefined ? undefined : [value]),
  ],
];

/** Another value for what a server says about one. Undefined when its words name none. */
export function valueFromMessage(said: Said): unknown {
  for (const [says, make] of rows) {
    const match = says.exec(said.message);
    if (match === null) continue;
    const [, ...groups] = match;
    const made = make(said, groups);
    if (made !== undefined && made !== false && made !== said.value) return made;
  }
  return undefined;
}

// An hour after the earlier one, or a day where that is the least: what has been done took a short time.
function timeOf({ schema, value, start, isLater }: Said, days: number): unknown {
  const least = schema.format === 'date' ? 1 : 1 / 24;
  return timeIn(schema, value, start, days + (isLater ? least : 0));
}

/** The first of the listed values that the schema allows. */
function choiceIn(listed: string, schema: JsonObject): unknown {
  const words = listed
    .split(/,|\bor\b|\|/)
    .map((word) => word.trim().replace(/^["'`]|["'`.]+$/g, ''))
    .filter((word) => word !== '' && word.length < 60);
  const isNumber = ['integer', 'number'].includes(typeOf(schema));
  const values = isNumber ? words.map(Number).filter(Number.isFinite) : words;
  return values.find((value) => typeof value !== 'string' || fitsText(value, schema));
}

function textFor(schema: JsonObject): unknown {
  const [text] = scalarsOf('string', schema);
  return typeof text === 'string' && fitsText(text, schema) ? text : undefined;
}

/** A name that ends with a dot, as those of zones do. */
function canonical(said: Said): string {
  const text = textOf(said).replace(/\.+$/, '');
  return text.includes('.') ? `${text}.` : `${text}.example.com.`;
}

/** A number that stands for a token, as a text. */
export function digitsOf(token: string, length: number): string {
  const number = BigInt(`0x${uuidOf(token).replaceAll('-', '')}`);
  return number.toString().slice(-length).padStart(length, '1').replace(/^0/, '1');
}
