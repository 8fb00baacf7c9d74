// A number of three digits is an HTTP status: orval writes `loginResponse404` next to `loginResponse`.
const numbered = /^(.*[^\d_])_?(?![1-5]\d\d$)\d+$/;
const declaration =
  /^export (?:declare |abstract |async )*(?:type|interface|const|enum|class|function) (\w+)/gm;

/**
 * Exported names that a generator numbered because another has the same name, such as `LoginResponse2` next to
 * `LoginResponse`. They tell a reader nothing, and they change places when the document does.
 */
export function renamedDuplicates(text: string): readonly string[] {
  const names = new Set(Array.from(text.matchAll(declaration), ([, name]) => name ?? ''));
  return [...names].filter((name) => names.has(numbered.exec(name)?.[1] ?? ''));
}
