import type {
  Header,
  Marked,
  Parameter,
  Reference as Ref,
  Schema,
} from '../../contract/document.ts';
import { resolve } from '../../contract/operations.ts';
import { type Content, type Html, html } from '../markdown/html.ts';
import { htmlMarks } from './marks.ts';
import type { Reference } from './reference.ts';
import { exampleOf, type Field, fieldsOf, rulesOf, typeOf } from './schema-fields.ts';

export interface Item {
  readonly id: string;
  /** Where the name belongs, such as `data.`. */
  readonly prefix?: string;
  readonly name: string;
  /** Such as its type, and whether it is required. */
  readonly details: Content;
  readonly meaning: Content;
}

export function itemList(items: readonly Item[]): Html {
  return html`<ul class="fields">${items.map(
    ({ id, prefix = '', name, details, meaning }) => html`<li id="${id}">
<p class="name"><a class="self" href="#${id}"><code>${prefix !== '' && html`<span>${prefix}</span>`}${name}</code></a> ${details}</p>
${meaning}</li>`,
  )}</ul>`;
}

/** The fields of a body. @param id the beginning of their ids */
export function bodyFields(reference: Reference, schema: Schema | Ref, id: string): Html {
  const fields = fieldsOf(reference.document, schema);
  return itemList(fields.map((field) => fieldItem(reference, field, id)));
}

function fieldItem(
  reference: Reference,
  { path, type, required, schema }: Field,
  id: string,
): Item {
  const end = path.lastIndexOf('.') + 1;
  return {
    id: `${id}-${path.replaceAll('[]', '')}`,
    prefix: path.slice(0, end),
    name: path.slice(end),
    details: details(type, required),
    meaning: html`${reference.prose(schema.description)}${rules(reference, rulesOf(schema))}${htmlMarks(schema)}`,
  };
}

/** What differs between the failures, such as `status.code`, is left out: it is shown with each. */
export function commonFields(
  reference: Reference,
  schemas: readonly (Schema | Ref)[],
  id: string,
): Html {
  const all = schemas.map((schema) => fieldsOf(reference.document, schema));
  const paths = [...new Set(all.flat().map(({ path }) => path))];
  const items = paths.flatMap((path) => {
    const same = all.flat().filter((field) => field.path === path);
    const [first] = same;
    if (first === undefined) return [];
    const required = same.length === schemas.length && same.every((field) => field.required);
    const item = fieldItem(reference, { ...first, required }, id);
    const shared = rulesOf(first.schema).filter((rule) =>
      same.every(({ schema }) => rulesOf(schema).includes(rule)),
    );
    const marks = new Set(same.map(({ schema }) => htmlMarks(schema).markup));
    return [
      {
        ...item,
        meaning: html`${reference.prose(first.schema.description)}${rules(reference, shared)}${[...marks].map((markup) => ({ markup }))}`,
      },
    ];
  });
  return itemList(items);
}

export function valueItem(
  reference: Reference,
  id: string,
  name: string,
  element: (Parameter | Header) & Marked,
  place: string | undefined,
): Item {
  const schema = element.schema && resolve<Schema>(reference.document, element.schema).element;
  const type = [schema && typeOf(reference.document, schema), place].filter(Boolean).join(', ');
  return {
    id,
    name,
    details: details(type, element.required === true),
    meaning: html`${reference.prose(element.description)}${
      schema && rules(reference, rulesOf(schema), exampleOf(schema))
    }${htmlMarks(element)}`,
  };
}

function details(type: string, required: boolean): Html {
  return html`<span class="type">${type}</span> <span class="${required ? 'required' : 'optional'}">${
    required ? 'required' : 'optional'
  }</span>`;
}

const longRule = 80;

/** What a value must be. A long pattern is folded, because few readers need it. */
function rules({ prose }: Reference, all: readonly string[], example = ''): Content {
  const isLong = (rule: string) => rule.length > longRule && rule.startsWith('matches ');
  const short = all.filter((rule) => !isLong(rule)).join('; ');
  const sentence = short === '' ? '' : `${short.charAt(0).toUpperCase()}${short.slice(1)}.`;
  const text = [sentence, example].filter((one) => one !== '').join(' ');
  return [
    text !== '' && html`<div class="rules">${prose(text)}</div>`,
    all
      .filter(isLong)
      .map(
        (rule) =>
          html`<details class="rules"><summary>Pattern</summary>${prose(rule.replace('matches ', ''))}</details>`,
      ),
  ];
}
