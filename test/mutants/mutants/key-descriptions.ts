import { type Behaviour, invalid, isRefusal, refuse } from '../model/behaviour.ts';
import { correct } from '../model/correct.ts';
import { type Mutant, mutantsOf } from '../mutant.ts';
import { withKeyData } from '../overrides.ts';

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
  ...mutantsOf('keys/description-is-optional', {
    'requires a description': {
      checkGenerate: (value) =>
        Object(value).description === undefined
          ? invalid('/body/description', 'required', 'is required')
          : correct.checkGenerate(value),
    },
  }),
  ...mutantsOf('keys/body-is-optional', {
    'requires a body': {
      readBody: (state, request, route) =>
        request.body.length === 0 ? refuse('malformed_request') : correct.readBody(state, request, route),
    },
    'requires a content type without a body': {
      checkMedia: (state, request) =>
        request.header('content-type') === undefined
          ? refuse('unsupported_media_type')
          : correct.checkMedia(state, request),
    },
    'rejects a content type without a body': {
      readBody: (state, request, route) =>
        request.body.length === 0 && request.header('content-type') !== undefined
          ? refuse('malformed_request')
          : correct.readBody(state, request, route),
    },
  }),
  ...mutantsOf('keys/description-accepts-any-script', {
    'rejects an empty description': {
      checkGenerate: (value) =>
        Object(value).description === ''
          ? invalid('/body/description', 'minLength', 'is too short')
          : correct.checkGenerate(value),
    },
    'counts bytes': rejectDescriptions((text) => Buffer.byteLength(text) > 255),
    'counts UTF-16 units': rejectDescriptions((text) => text.length > 255),
    'accepts only ASCII': rejectDescriptions((text) => /[^ -~]/.test(text)),
    'rejects markup': rejectDescriptions((text) => /[<>]/.test(text)),
  }),
  ...mutantsOf('keys/description-limits', {
    'accepts any description': accepting,
    'removes control characters': changeDescription((text) =>
      // biome-ignore lint/suspicious/noControlCharactersInRegex: the mutant removes them.
      typeof text === 'string' ? text.replaceAll(/[\u0000-\u001F\u0085]/g, '') : text,
    ),
    'removes a bidirectional override': changeDescription((text) =>
      typeof text === 'string' ? text.replaceAll('\u202E', '') : text,
    ),
    'cuts a longer description': changeDescription((text) =>
      typeof text === 'string' ? text.slice(0, 255) : text,
    ),
  }),
  ...mutantsOf('keys/description-must-be-a-string', {
    'converts any value to a string': accepting,
    'reads null as no description': changeDescription((text) => (text === null ? '' : text)),
    'converts numbers to strings': changeDescription((text) =>
      typeof text === 'number' ? String(text) : text,
    ),
  }),
  ...mutantsOf('keys/description-is-unchanged', {
    'trims descriptions': changeDescription((text) => (typeof text === 'string' ? text.trim() : text)),
    'cuts descriptions at 100 characters': withKeyData((data) => ({
      ...data,
      description: String(data.description).slice(0, 100),
    })),
    'escapes markup': withKeyData((data) => ({
      ...data,
      description: String(data.description).replaceAll('<', '&lt;'),
    })),
    'composes characters': changeDescription((text) =>
      typeof text === 'string' ? text.normalize('NFC') : text,
    ),
    'decodes percent-encoded text': withKeyData((data) => ({
      ...data,
      description: String(data.description).replaceAll('%20', ' '),
    })),
  }),
];
