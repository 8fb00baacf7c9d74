/** How the frames of a stack trace look, by the language of the server. */
const frames: readonly RegExp[] = [
  // JavaScript, Java, Kotlin, C#: `at load (/app/store.js:12:3)`, `at com.example.Store.load(Store.java:12)`.
  /\bat (?:async |new )?[^\s()]{1,200} ?\([^()\s]{1,200}:\d+(?::\d+)?\)|\bat (?:async )?(?:file:\/\/)?\/[^\s:()]{1,200}:\d+:\d+|\bat [\w.<>`]{1,200}\([^()\n]{0,200}\) in [^\n]{1,200}:line \d+/g,
  // Python.
  /\bFile \\?"[^"\n\\]{1,200}\\?", line \d+/g,
  // Ruby.
  /[\w./-]{1,200}\.rb:\d+:in [`'"]/g,
  // PHP.
  /#\d+ \/[^\s(]{1,200}\.php\(\d+\)/g,
  // Go, Rust.
  /\/[^\s:]{1,200}\.(?:go|rs):\d+/g,
];

// One alone may be the name of a place in a message.
const leastFrames = 2;
const mostRead = 100_000;

/** The first line of a stack trace in a text, which may be in JSON. */
export function stackFrameIn(text: string): string | undefined {
  // In JSON, the ends of lines are escaped.
  const read = text.slice(0, mostRead).replaceAll(/\\[ntr]/g, '\n');
  const traces = [...frames].map((frame) => read.match(frame) ?? []);
  return traces.find(({ length }) => length >= leastFrames)?.[0];
}
