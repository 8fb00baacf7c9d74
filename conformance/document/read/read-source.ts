import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

interface DownloadLimits {
  readonly bytes: number;
  readonly milliseconds: number;
}

// GitHub's document has 70 MB without references.
const defaultLimits: DownloadLimits = { bytes: 100 * 1024 * 1024, milliseconds: 30_000 };

/** Reads a file or downloads it. @throws Error whose message says why it cannot be read, without the address. */
export async function readSource(address: string, limits = defaultLimits): Promise<string> {
  const { protocol, username, password } = new URL(address);
  if (protocol === 'file:') return readLocal(fileURLToPath(address));
  if (protocol !== 'http:' && protocol !== 'https:')
    throw new Error(`${protocol} addresses cannot be read; use a file, http: or https:`);
  if (username !== '' || password !== '')
    throw new Error('the address contains a user or password; download the file, and give its path');
  return download(address, limits);
}

async function readLocal(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    // An error of the file system has a code.
    const { code } = cause as NodeJS.ErrnoException;
    const why = code === 'ENOENT' ? 'there is no such file' : `the file cannot be read (${code})`;
    throw new Error(why, { cause });
  }
}

async function download(address: string, limits: DownloadLimits): Promise<string> {
  const signal = AbortSignal.timeout(limits.milliseconds);
  try {
    // Only what the document names is downloaded, so redirects are not followed.
    const response = await fetch(address, { redirect: 'manual', signal });
    const { status } = response;
    if (status >= 300 && status < 400)
      throw new Error(`it redirects to ${response.headers.get('location')}; use that address`);
    if (status !== 200) throw new Error(`the server returned ${status}`);
    return await readLimited(response, limits.bytes);
  } catch (cause) {
    if (signal.aborted) throw new Error(`it took longer than ${limits.milliseconds / 1000} s`, { cause });
    if (cause instanceof TypeError && cause.cause instanceof Error)
      throw new Error(`the download failed: ${cause.cause.message}`, { cause });
    throw cause;
  }
}

async function readLimited({ body }: Response, limit: number): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > limit) throw new Error(`it is larger than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
