import { consoleDetails } from './console-details.ts';
import { consoleOverview } from './console-overview.ts';
import { consoleSummary } from './console-summary.ts';
import type { Report } from './report.ts';
import { fitForTerminal, styleFor } from './text.ts';

export interface ConsoleOptions {
  readonly colour: boolean;
  readonly columns: number;
  /** Lists every check that did not pass, with its requests. @default false */
  readonly verbose?: boolean;
}

/** The report for the terminal: what was found, on one screen unless `verbose`, and last the verdict. */
export function consoleReport(given: Report, { colour, columns, verbose = false }: ConsoleOptions): string {
  const report = fitForTerminal(given);
  const style = styleFor(colour);
  const width = Math.min(columns, 100);
  const sections = [
    ...(verbose ? consoleDetails(report, style, width) : consoleOverview(report, style, width)),
    ...consoleSummary(report, { style, width, verbose }),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}
