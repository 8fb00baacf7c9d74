export interface Pattern {
  readonly how: 'guarded' | 'unreadable';
  readonly why: string;
  test(text: string): boolean | undefined;
}

export function compilePattern(text: string): Pattern {
  for (const flags of ['u', '']) {
    try {
      const expression = new RegExp(text, flags);
      return { how: 'guarded', why: '', test: (value) => expression.test(value) };
    } catch {}
  }
  return { how: 'unreadable', why: 'is not a regular expression', test: () => undefined };
}
