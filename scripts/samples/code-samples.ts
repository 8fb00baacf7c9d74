import type { Call } from './call.ts';
import { curl } from './curl.ts';
import { javascript } from './javascript.ts';
import { python } from './python.ts';
import { typescript } from './typescript.ts';

/** A call in one language, as a reader would type it. */
export interface CodeSample {
  readonly label: string;
  /** The name of the language for highlighting, and in Markdown. */
  readonly language: Language;
  readonly source: string;
}

export type Language = 'shell' | 'typescript' | 'javascript' | 'python';

/** The same call in every language. The reader sets only `ACCESS_TOKEN`, in the environment. */
export function codeSamples(call: Call): CodeSample[] {
  return [
    { label: 'curl', language: 'shell', source: curl(call) },
    { label: 'TypeScript', language: 'typescript', source: typescript(call) },
    { label: 'JavaScript', language: 'javascript', source: javascript(call) },
    { label: 'Python', language: 'python', source: python(call) },
  ];
}
