import type { CompletedExchange } from '../../check.ts';
import type { Request } from '../../http/request.ts';
import { nothingToJudge, skipCheck } from '../../outcome.ts';
import { type DocumentCheck, operationCheck } from '../checks/operation-check.ts';
import { type DocumentContext, requireCredentials } from '../document-context.ts';
import type { DocumentModel } from '../document-model.ts';
import { isJson } from '../model/media.ts';
import type { Operation } from '../model/operation.ts';
import { isJsonObject } from '../model/pointer.ts';
import { bodyMedia } from '../values/request-values.ts';
import { requestOn } from './request-on.ts';
import type { Resource } from './resources/find-resources.ts';

/** How an operation receives a file: as a part of a form, or as the whole body. */
interface Upload {
  /** Its content type. */
  readonly type: string;
  readonly field: string | undefined;
}

/** Uploads a file and reads it back. */
export function uploadIsReadable(model: DocumentModel, resource: Resource): DocumentCheck[] {
  const { create } = resource;
  const upload = uploadOf(create);
  const download = downloadOf(model, resource);
  if (upload === undefined || download === undefined || create.method !== 'POST') return [];
  const check = operationCheck(model, download, 'upload-is-readable', {
    rule: `Returns the bytes of a file as ${create.id} received them.`,
    source: `document: ${create.id}`,
    basis: 'standard',
    acceptedRequests: 2,
    exclusive: true,
    run: async (context, failure) => {
      context.forget(create);
      await requireCredentials(context, create);
      await requireCredentials(context, download);
      const { bytes, exchange } = await send(context, create, upload);
      const identity =
        model.status(exchange) === 202
          ? await context.created.finish(resource, exchange)
          : context.created.identityOf(resource, exchange);
      if (identity === undefined)
        return nothingToJudge(`the response to ${create.id} does not say what was created`);
      const request = requestOn(model, download, identity);
      const read = await context.call(await context.authorised(download, request));
      const expected = `the ${bytes.length} bytes that were sent`;
      const exchanges = [exchange, read];
      if (model.meaning(read) === 'absent')
        return failure(expected, `${model.status(read)}`, exchanges, { key: 'missing' });
      if (!model.isSuccess(read) || read.response.json !== undefined)
        nothingToJudge(`${download.id} returned ${model.status(read)}, and no file`);
      const difference = differenceOf(bytes, read.response.body);
      if (difference === undefined) return undefined;
      // A server may make an image smaller.
      const basis = upload.type.startsWith('image/') ? ({ basis: 'observed' } as const) : {};
      return failure(expected, difference, exchanges, { key: 'bytes', ...basis });
    },
  });
  return [check];
}

function uploadOf(create: Operation): Upload | undefined {
  const form = bodyMedia(create);
  if (form?.type.startsWith('multipart/form-data')) {
    const file = Object.entries(form.parts).find(([, type]) => !isJson(type));
    return file && { field: file[0], type: file[1] };
  }
  const whole = create.body?.media.find(({ type }) => fileTypes.test(type));
  return form === undefined && whole !== undefined
    ? { field: undefined, type: whole.type.replace('*', 'png') }
    : undefined;
}

const fileTypes =
  /^(application\/(octet-stream|pdf|zip|x-[\w-]+)|image\/[\w*-]+|audio\/\w+|video\/\w+)/;

/** The operation that returns the file of a resource: below its path, or at it when that returns no JSON. */
function downloadOf({ operations }: DocumentModel, { path }: Resource): Operation | undefined {
  return operations.find(({ method, path: own, responses, parameters }) => {
    const types = responses
      .filter(({ status }) => /^2/.test(status))
      .flatMap(({ media }) => media.map(({ type }) => type));
    const isBelow = own.startsWith(`${path}/`) && !own.slice(path.length).includes('{');
    const isFile = types.length > 0 && types.every((type) => type === '*/*' || !isJson(type));
    const isPlain = !parameters.some((one) => one.required && one.in !== 'path');
    return method === 'GET' && isFile && isPlain && (isBelow || own === path);
  });
}

/** Sends bytes that are no text, or text when the server wants that. */
async function send(context: DocumentContext, create: Operation, upload: Upload) {
  const { model } = context;
  let last: CompletedExchange | undefined;
  for (const bytes of contentsFor(upload.type, context.created.token(create.id))) {
    const exchange = await context.call(await requestWith(context, create, upload, bytes));
    if (model.isSuccess(exchange)) return { bytes, exchange };
    last = exchange;
  }
  return skipCheck(`the server accepted no file (${last && model.status(last)})`);
}

async function requestWith(
  context: DocumentContext,
  create: Operation,
  { field, type }: Upload,
  bytes: Buffer,
): Promise<Request> {
  if (field === undefined) {
    const request = await context.request(create);
    const headers = [...(request.headers ?? []), ['Content-Type', type] as const];
    return { ...request, headers, body: bytes };
  }
  const { body, mediaType } = await context.values(create);
  const fields = isJsonObject(body) ? body : {};
  const marker = `file-${context.created.token(create.id)}`;
  const given = {
    body: { ...fields, [field]: marker },
    mediaType: mediaType ?? 'multipart/form-data',
  };
  const request = await context.request(create, given);
  const text = Buffer.from(request.body ?? '');
  const at = text.indexOf(marker);
  const parts = [text.subarray(0, at), bytes, text.subarray(at + marker.length)];
  return { ...request, body: Buffer.concat(parts) };
}

const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

function contentsFor(type: string, token: string): Buffer[] {
  const text = Buffer.from(`id,name\r\n1,${token}\r\n2,Zoë\r\n`);
  if (type === 'image/png') return [Buffer.from(pixel, 'base64')];
  if (type.startsWith('text/')) return [text];
  const all = Buffer.from(Array.from({ length: 256 }, (_, at) => at));
  return [Buffer.concat([text, all]), text];
}

function differenceOf(sent: Buffer, got: Uint8Array): string | undefined {
  if (sent.equals(got)) return undefined;
  if (sent.length !== got.length) return `${got.length} bytes`;
  return `another byte at ${sent.findIndex((byte, at) => byte !== got[at])}`;
}
