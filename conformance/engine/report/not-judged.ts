import { describeWithOperations } from '../gap.ts';
import type { Report } from './report.ts';

interface NotJudged {
  /** What it is about, for a format that names each. */
  readonly name: string;
  readonly text: string;
}

/** What a run could not judge: parts of the document, and responses. */
export function notJudgedIn({ gaps = [], unjudged = [] }: Report): readonly NotJudged[] {
  return [
    ...gaps.map((gap) => ({ name: gap.at, text: describeWithOperations(gap) })),
    ...unjudged.map((text) => ({ name: 'traffic', text })),
  ];
}
