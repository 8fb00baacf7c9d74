import { fieldsOf } from '../document/model/pointer.ts';
import { fieldChanged } from './compare-fields.ts';
import { breaksBoth, type Finding } from './finding.ts';
import type { Pair, Place } from './place.ts';

/** The fields that `compareStyle` compares. */
export const styleFields = ['style', 'explode', 'allowReserved'] as const;

/** How a value is written as text. */
export function* compareStyle(pair: Pair, defaultStyle: 'form' | 'simple'): Generator<Finding> {
  const [was, is] = [styleOf(pair.before, defaultStyle), styleOf(pair.after, defaultStyle)];
  const field = styleFields.find((name) => was[name] !== is[name]);
  if (field !== undefined)
    yield fieldChanged(
      { ...pair, field },
      breaksBoth('style-changed', 'it is written in another way'),
    );
}

function styleOf({ value }: Place, defaultStyle: string) {
  const { style = defaultStyle, explode, allowReserved = false } = fieldsOf(value);
  return { style, explode: explode ?? style === 'form', allowReserved };
}
