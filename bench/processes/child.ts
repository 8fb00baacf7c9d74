// What a script of the benchmarks does towards the command that started it.

/** The options that the script was started with. */
export function options<Options>(): Options {
  // Started by startScript of this very folder, whose callers say what they give.
  return JSON.parse(process.argv[2] ?? '{}') as Options;
}

/** Says that it can be asked, and answers one question after the other, until whoever asks has gone. */
export function answerQuestions<Question, Answer>(
  answer: (question: Question) => Promise<Answer>,
  info: object = {},
): void {
  process.on('message', async (question: Question) => {
    try {
      process.send?.({ answer: await answer(question) });
    } catch (error) {
      process.send?.({ failure: error instanceof Error ? error.message : String(error) });
    }
  });
  ready(info);
}

/** Says that it listens, and whatever else is to be known; ends when whoever started it has gone. */
export function ready(info: object, close: () => Promise<void> | void = () => {}): void {
  process.once('disconnect', async () => {
    await close();
    process.exit();
  });
  process.send?.({ info });
}
