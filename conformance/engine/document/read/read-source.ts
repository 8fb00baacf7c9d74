import { constants, type FileHandle, open, realpath } from 'node:fs/promises';
import { dirname, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { documentLimits } from '../../bounded/limits.ts';
import { withoutQuery } from '../../without-query.ts';

const defaultLimits = { bytes: documentLimits.bytes, milliseconds: 30_000 };

/** Reads a file or downloads it. @throws Error whose message says why it cannot be read, without the address. */
export async function readSource(address: string, limits = defaultLimits): Promise<string> {
  const { protocol, username, password } = new URL(address);
  if (protocol === 'file:') return readLocal(fileURLToPath(address), limits.bytes);
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error(`${protocol} addresses cannot be read; use a file, http: or https:`);
  if (username !== '' || password !== '')
    throw new Error(
      'the address contains a user or password; download the file, and give its path',
    );
  return download(address, limits);
}

/** Whether a file is below the folder of another one, also when links are followed. */
export async function isBelowFolderOf(address: string, document: string): Promise<boolean> {
  try {
    const folder = dirname(await realpath(fileURLToPath(document)));
    const file = await realpath(fileURLToPath(address));
    return file.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  } catch {
    // Reading it says what is wrong with it.
    return true;
  }
}

async function readLocal(file: string, limit: number): Promise<string> {
  let handle: FileHandle | undefined;
  try {
    // A device or a pipe may have no end, and a pipe not even a beginning.
    handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await handle.stat()).isFile()) throw new Error('it is not a regular file');
    return await readLimited(handle.createReadStream({ autoClose: false }), limit);
  } catch (cause) {
    // An error of the file system has a code.
    const { code } = cause as NodeJS.ErrnoException;
    if (code === undefined) throw cause;
    const why = code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${code})`;
    throw new Error(why, { cause });
  } finally {
    await handle?.close();
  }
}

async function download(address: string, limits: typeof defaultLimits): Promise<string> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  try {
    // Only what the document names is downloaded, so redirects are not followed.
    const response = await fetch(address, { redirect: 'manual', signal });
    const { status } = response;
    if (status >= 300 && status < 400)
      throw new Error(
        `it redirects to ${withoutQuery(response.headers.get('location') ?? 'nowhere')}; use that address`,
      );
    if (status !== 200) throw new Error(`the server returned ${status}`);
    return await readLimited(response.body ?? [], limits.bytes);
  } catch (cause) {
    if (signal.aborted)
      throw new Error(`it took longer than ${limits.milliseconds / 1000} s`, { cause });
    if (cause instanceof TypeError && cause.cause instanceof Error)
      throw new Error(`the download failed: ${cause.cause.message}`, { cause });
    throw cause;
  }
}

type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

async function readLimited(body: Chunks, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > limit) throw new Error(`it is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
