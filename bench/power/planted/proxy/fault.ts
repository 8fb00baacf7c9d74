import type { Api } from './api.ts';
import type { Call } from './call.ts';
import type { ProxyResponse } from './message.ts';

export type Kind = 'schema' | 'list' | 'write' | 'access' | 'validation' | 'http' | 'leak';

/** One thing that an app does wrong when it is started with this fault. */
export interface Fault {
  readonly id: string;
  readonly kind: Kind;
  /** The operations that are wrong, as method and path of the document. */
  readonly at: readonly string[];
  /** What the app does, in a sentence. */
  readonly wrong: string;
  /** What it should do, by the document or by the obvious meaning of its names. */
  readonly breaks: string;
  /** Responds to a call of one of the operations. */
  respond(call: Call): Promise<ProxyResponse>;
  /** Whether the fault shows in requests: true with the fault, false without it. */
  shows(api: Api): Promise<boolean>;
}
