import type { Rule } from '../check.ts';
import type { Gap } from '../gap.ts';
import type { Request } from '../http/request.ts';
import type { ProgressEvent, RunEnd } from '../run/run-options.ts';
import type { SourceDescription } from './describe-source.ts';
import type { Report, ReportedCheck } from './report.ts';

/**
 * An entry in the journal of a run, from which `fold` makes its report. Its texts are masked, and it has no functions, so that
 * it can be sent to another process.
 */
export type Entry =
  | ({ readonly type: 'started' } & Partial<RunHead>)
  | { readonly type: 'planned'; readonly rules: readonly Rule[] }
  | { readonly type: 'source'; readonly source: string; readonly description: SourceDescription }
  | { readonly type: 'checking'; readonly check: string }
  | { readonly type: 'waiting'; readonly seconds: number; readonly reason: string }
  /** A later entry of the same check replaces it. */
  | { readonly type: 'outcome'; readonly check: ReportedCheck }
  /** All requests and responses, as a HAR file. */
  | { readonly type: 'traffic'; readonly har: string }
  /** One of them as JSON, for the HAR file of a run that does not end. */
  | { readonly type: 'exchange'; readonly har: string }
  /** A later entry about the same part of the document replaces it. */
  | { readonly type: 'gap'; readonly gap: Gap }
  /** Why a proxy did not judge responses, and how many. */
  | { readonly type: 'unjudged'; readonly reasons: readonly string[] }
  /** What is left on the server if the run ends now. Only `undo` has secrets: it is for the process that cleans up. */
  | {
      readonly type: 'made';
      readonly resource: string;
      /** Removes it. Undefined if it is not certain that the run made it, or nothing removes it. */
      readonly undo: Request | undefined;
      /** Decrypts the key of the client certificate. */
      readonly passphrase: string | undefined;
    }
  | { readonly type: 'gone'; readonly resource: string }
  | ProgressEvent
  | ({ readonly type: 'ended' } & Ended)
  /** The process of the run was ended, so that its journal has no end. */
  | {
      readonly type: 'killed';
      readonly reason: string;
      /** What it was doing, besides its checks. */
      readonly work: string | undefined;
      readonly durationMs: number;
    };

/** What is known of a run before its first request. */
export interface RunHead
  extends Pick<Report, 'tool' | 'target' | 'seed' | 'strict' | 'wire' | 'startedAt'> {
  readonly document: string | undefined;
  readonly isPartial: boolean;
  /** Whether the run passes although the profile lacks what checks need. */
  readonly allowSkipped: boolean;
  /** The check whose outcome is that of the run, whatever else has to run. */
  readonly replayed: string | undefined;
}

type Ended = Omit<RunEnd, 'type' | 'stale'> & Pick<Report, 'staleBaseline'>;
