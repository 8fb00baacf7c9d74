import { findRuntime } from './find-runtime.ts';

export interface Runtime {
  readonly major: number;
  readonly program: string;
}

/** The versions of Node that are supported. */
const majors = [20, 22, 24];

/** Those that can be had. One that cannot is told loudly, and where CI is `true` it is an error. */
export async function findRuntimes(): Promise<Runtime[]> {
  const found: Runtime[] = [];
  for (const major of majors) {
    try {
      found.push({ major, program: await findRuntime(major) });
    } catch (error) {
      if (process.env.CI === 'true') throw error;
      console.warn(`SKIPPED: Node ${major}: ${error instanceof Error ? error.message : error}`);
    }
  }
  return found;
}
