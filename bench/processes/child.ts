// How a script of the benchmarks communicates with the command that started it.

/** The options that the script was started with. */
export function options<Options>(): Options {
  // `startScript` in this folder passes them, and its callers type them.
  return JSON.parse(process.argv[2] ?? '{}') as Options;
}

/** Reports that it is ready, then runs one job after the other until the command ends. */
export function runJobs<Job, Result>(run: (job: Job) => Promise<Result>): void {
  process.on('message', async (job: Job) => {
    try {
      process.send?.({ result: await run(job) });
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? error.message : String(error) });
    }
  });
  ready({});
}

/** Reports that it is ready, with `info`. Ends with the command that started it. */
export function ready(info: object, close: () => Promise<void> | void = () => {}): void {
  process.once('disconnect', async () => {
    await close();
    process.exit();
  });
  process.send?.({ info });
}
