import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { RunResult } from '../measure/measure-run.ts';
import type { Entry } from '../measure/tool.ts';

/** What somebody who read the entries about a server judged: a file in `read/`. */
export interface ReadServer {
  /** The name in its `server.json`. */
  readonly server: string;
  readonly causes: readonly Cause[];
}

/** One thing that the owner of the server would fix in one place, or one reason for false alarms. */
export interface Cause {
  readonly what: string;
  /** A command that shows it. `$URL` is the base URL, and `$KEY` the credential. */
  readonly curl?: string;
  /** Why entries like these are no defect of the server or its document. */
  readonly falseBecause?: string;
  /** Patterns of the entries that it explains, of every tool. An entry is `operation | kind | message`. */
  readonly entries: readonly string[];
}

/** What the entries of a run are about. */
export interface RunCauses {
  readonly defects: readonly Cause[];
  readonly falseAlarms: readonly Cause[];
  /** Entries that no cause explains yet. */
  readonly unread: readonly Entry[];
}

/** The files of a folder, in the order of their names. */
export async function readServers(folder: string): Promise<ReadServer[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.yaml')).sort();
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
  // The files are written by hand, in the format that the interface above describes.
  return texts.map((text) => parse(text) as ReadServer);
}

/** An entry has the first cause of the file that explains it. */
export function causesOfRun({ entries }: RunResult, { causes }: ReadServer): RunCauses {
  const patterns = causes.map((cause) => ({
    cause,
    all: cause.entries.map((pattern) => new RegExp(pattern, 's')),
  }));
  const explained = entries.map((entry) => {
    const line = `${entry.operation} | ${entry.kind} | ${entry.message}`;
    return patterns.find(({ all }) => all.some((pattern) => pattern.test(line)))?.cause;
  });
  const found = causes.filter((cause) => explained.includes(cause));
  return {
    defects: found.filter(({ falseBecause }) => falseBecause === undefined),
    falseAlarms: found.filter(({ falseBecause }) => falseBecause !== undefined),
    unread: entries.filter((_, at) => explained[at] === undefined),
  };
}
