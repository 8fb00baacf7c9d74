import { type Behaviour, invalid, isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutants } from '../mutant.ts';

/** Changes a description before the server validates, stores and returns it. */
function changeDescription(read: (description: unknown) => unknown): Partial<Behaviour> {
  return {
    checkGenerate: (value) => {
      const body = Object(value);
      const { description, ...others } = body;
      return correct.checkGenerate(
        'description' in body ? { ...others, description: read(description) } : others,
      );
    },
  };
}

function rejectDescriptions(refused: (description: string) => boolean): Partial<Behaviour> {
  return {
    checkGenerate: (value) => {
      const body = correct.checkGenerate(value);
      if (isRefusal(body) || !refused(body.description ?? '')) return body;
      return invalid('/body/description', 'pattern', 'has the wrong form');
    },
  };
}

const accepting: Partial<Behaviour> = {
  checkGenerate: (value) => ({ description: String(Object(value).description ?? '') }),
};

export const keyDescriptionMutants: readonly Mutant[] = [
  ...mutants({
    'keys/description-is-optional: requires a description': {
      checkGenerate: (value) =>
        Object(value).description === undefined
          ? invalid('/body/description', 'required', 'is required')
          : correct.checkGenerate(value),
    },
    'keys/body-is-optional: requires a body': {
      readBody: (state, request, route) =>
        request.body.length === 0 ? refuse('malformed_request') : correct.readBody(state, request, route),
    },
    'keys/body-is-optional: rejects a content type without a body': {
      readBody: (state, request, route) =>
        request.body.length === 0 && request.header('content-type') !== undefined
          ? refuse('malformed_request')
          : correct.readBody(state, request, route),
    },
    'keys/description-accepts-any-script: counts UTF-16 units': rejectDescriptions(
      (text) => text.length > 255,
    ),
    'keys/description-accepts-any-script: accepts only ASCII': rejectDescriptions((text) =>
      /[^ -~]/.test(text),
    ),
    'keys/description-limits: accepts any description': accepting,
    'keys/description-limits: removes control characters': changeDescription((text) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the mutant removes them.
      typeof text === 'string' ? text.replaceAll(/[\u0000-\u001F\u0085]/g, '') : text,
    ),
    'keys/description-must-be-a-string: converts any value to a string': accepting,
    'keys/description-must-be-a-string: reads null as no description': changeDescription((text) =>
      text === null ? '' : text,
    ),
    'keys/description-is-unchanged: trims descriptions': changeDescription((text) =>
      typeof text === 'string' ? text.trim() : text,
    ),
    'keys/description-is-unchanged: composes characters': changeDescription((text) =>
      typeof text === 'string' ? text.normalize('NFC') : text,
    ),
  }),
];
