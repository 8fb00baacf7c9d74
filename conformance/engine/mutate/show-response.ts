import { isJsonObject } from '../document/model/pointer.ts';
import type { Response } from '../http/exchange.ts';
import type { Secrets } from '../secrets.ts';
import { truncate } from '../truncate.ts';
import type { Shown } from './mutation.ts';

const shownItems = 2;
const mostCharacters = 2_000;

/** A recorded response for a report, without secrets. */
export function showResponse({ status, header, json, text }: Response, secrets: Secrets): Shown {
  const contentType = header('content-type');
  return {
    status,
    contentType,
    body: json === undefined ? showText(text, secrets) : showJson(json.value, secrets),
  };
}

/** JSON as people write it, with the first items of each list. */
export function showJson(value: unknown, secrets: Secrets): string {
  return showText(JSON.stringify(withFewItems(value), undefined, 2) ?? '', secrets);
}

export function showText(text: string, secrets: Secrets): string {
  return truncate(secrets.maskReceived(text), mostCharacters);
}

function withFewItems(value: unknown): unknown {
  if (Array.isArray(value)) {
    const left = value.length - shownItems;
    const shown = value.slice(0, shownItems).map(withFewItems);
    return left > 0 ? [...shown, `… ${left} more`] : shown;
  }
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [name, withFewItems(child)]),
  );
}
