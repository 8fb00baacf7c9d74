import { type OperationId, operations } from '../../../../../generated/contract.ts';
import {
  createPathMatcher,
  type Exchange,
  type Header,
  jsonRequest,
  pathOf,
  type Request,
  type SendSettings,
} from '../../../../engine/index.ts';

export const loginPath = operations.login.path;
export const generatePath = operations.generateApiKey.path;
export const revokePath = (id: string) =>
  operations.revokeApiKey.path.replace('{id}', () => encodeURIComponent(id));

/** For checks of something else: a server may require a description. */
export const plainDescription = 'account-access test';

export const wrongPassword = 'Not-the-password-of-anyone-7';

export const unknownKeyId = 'no-such-key-account-access-test';

export interface RequestExtras {
  readonly headers?: readonly Header[];
  readonly settings?: SendSettings;
}

export function loginRequest(body: unknown, extra?: RequestExtras): Request {
  return operationRequest('login', loginPath, body, extra);
}

export function generateRequest(
  token: string | undefined,
  body: unknown = { description: plainDescription },
  extra?: RequestExtras,
): Request {
  return operationRequest('generateApiKey', generatePath, body, extra, token);
}

export function revokeRequest(
  token: string | undefined,
  id: string,
  extra?: RequestExtras,
): Request {
  return operationRequest('revokeApiKey', revokePath(id), undefined, extra, token);
}

export function bearer(token: string | undefined): readonly Header[] {
  return token === undefined ? [] : [['Authorization', `Bearer ${token}`]];
}

function operationRequest(
  operation: OperationId,
  target: string,
  body: unknown,
  { headers = [], settings }: RequestExtras = {},
  token?: string,
): Request {
  const { method } = operations[operation];
  return {
    ...jsonRequest(method, target, body, [...bearer(token), ...headers]),
    settings: { operation, ...settings },
  };
}

// Object.keys() returns string[], but the object is constant.
const operationIds = Object.keys(operations) as OperationId[];
const templateOf = createPathMatcher(Object.values(operations).map(({ path }) => path));

/** Undefined for raw bytes, which servers read differently. Without a base URL, from the last `/v1/` on. */
export function operationOf(
  { request }: Pick<Exchange, 'request'>,
  baseUrl?: string,
): OperationId | undefined {
  if (request.raw) return undefined;
  const template = templateAt(request.target, baseUrl);
  return operationIds.find(
    (id) => operations[id].path === template && operations[id].method === request.method,
  );
}

export function isOperationPath({ request }: Pick<Exchange, 'request'>, baseUrl: string): boolean {
  return !request.raw && templateAt(request.target, baseUrl) !== undefined;
}

function templateAt(target: string, baseUrl?: string) {
  const whole = pathOf(target);
  if (baseUrl === undefined) return templateOf(whole.replace(/^.*(?=\/v1\/)/s, ''));
  const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '');
  return templateOf(whole.startsWith(prefix) ? whole.slice(prefix.length) : '');
}

export function keyIdIn({ request }: Exchange): string {
  const last = pathOf(request.target).split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

/** Text of the same format and prefix with other letters and digits, which the server never issued. */
export function withOtherCharacters(text: string): string {
  const prefix = /^[a-z]+_/.exec(text)?.[0] ?? '';
  const other = text
    .slice(prefix.length)
    .replaceAll(/[a-z]/g, 'q')
    .replaceAll(/[A-Z]/g, 'Q')
    .replaceAll(/\d/g, '7');
  return prefix + other;
}

export function swapCase(text: string): string {
  return [...text]
    .map((one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase()))
    .join('');
}

/** Whether a text may be the same in any letter case: hexadecimal digits, such as a UUID. */
export function isHexadecimal(text: string): boolean {
  return /^[\da-f-]+$/i.test(text);
}
