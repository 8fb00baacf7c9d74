import type { Ajv2020 } from 'ajv/dist/2020.js';
import type { SchemaValidateFunction } from 'ajv/dist/types/index.js';
import { Digits, digitsAt } from '../../bounded/digits.ts';
import {
  compareNumbers,
  isNumeric,
  isWholeMultiple,
  type Numeric,
} from '../../bounded/long-numbers.ts';
import type { JsonObject } from '../model/pointer.ts';

/** Ajv compares numbers. It gets this keyword for what depends on the digits of an integer beyond 2^53. */
const keyword = 'exactNumbers';

interface Rule {
  /** Whether it is only tested here: Ajv does not get the keyword. */
  readonly isOnlyHere: boolean;
  accepts(value: Numeric, limit: unknown): boolean;
  readonly message: (limit: unknown) => string;
}

const bound = (sign: string, holds: (order: number) => boolean): Rule => ({
  isOnlyHere: true,
  accepts: (value, limit) => !isNumeric(limit) || holds(compareNumbers(value, limit)),
  message: (limit) => `must be ${sign} ${limit}`,
});

const isSame = (value: Numeric, one: unknown) => isNumeric(one) && compareNumbers(value, one) === 0;
/** Whether Ajv takes them for the same. */
const looksSame = (value: Numeric, one: unknown) => isNumeric(one) && Number(value) === Number(one);

const rules: Readonly<Record<string, Rule>> = {
  minimum: bound('>=', (order) => order >= 0),
  maximum: bound('<=', (order) => order <= 0),
  exclusiveMinimum: bound('>', (order) => order > 0),
  exclusiveMaximum: bound('<', (order) => order < 0),
  multipleOf: {
    isOnlyHere: false,
    accepts: (value, step) => !isNumeric(step) || isWholeMultiple(value, step) !== false,
    message: (step) => `must be multiple of ${step}`,
  },
  const: {
    isOnlyHere: false,
    accepts: (value, one) => !looksSame(value, one) || isSame(value, one),
    message: () => 'must be equal to constant',
  },
  enum: {
    isOnlyHere: false,
    accepts: (value, listed) =>
      !Array.isArray(listed) ||
      !listed.some((one) => looksSame(value, one)) ||
      listed.some((one) => isSame(value, one)),
    message: () => 'must be equal to one of the allowed values',
  },
};

/** Whether only the keyword of this file tests the value of a keyword. */
export function isExactBound(key: string, value: unknown): boolean {
  return value instanceof Digits && ruleOf(key)?.isOnlyHere === true;
}

/** The keyword for a schema in which one depends on all digits of a value or of its own. */
export function exactNumbersIn(schema: JsonObject): JsonObject {
  const exact = Object.entries(schema).filter(([key, value]) => {
    if (key === 'multipleOf') return isNumeric(value) && isWholeMultiple(value, 1) === true;
    const values: unknown[] = key === 'enum' && Array.isArray(value) ? value : [value];
    return ruleOf(key) !== undefined && values.some((one) => one instanceof Digits);
  });
  return exact.length === 0 ? {} : { [keyword]: Object.fromEntries(exact) };
}

export function addExactNumbers(ajv: Ajv2020): void {
  const validate: SchemaValidateFunction = (limits: JsonObject, data, parentSchema, place) => {
    const exact = place && digitsAt(place.parentData, place.parentDataProperty);
    const value: Numeric = exact ?? data;
    const wrong = Object.entries(limits).filter(
      ([key, limit]) => ruleOf(key)?.accepts(value, limit) === false,
    );
    validate.errors = wrong.map(([key, limit]) => ({
      keyword: key,
      message: ruleOf(key)?.message(limit) ?? '',
      params: key === 'enum' ? { allowedValues: limit } : { allowedValue: limit, limit },
      ...(parentSchema && { parentSchema }),
    }));
    return wrong.length === 0;
  };
  ajv.addKeyword({ keyword, type: 'number', errors: true, validate });
}

function ruleOf(key: string): Rule | undefined {
  return Object.hasOwn(rules, key) ? rules[key] : undefined;
}
