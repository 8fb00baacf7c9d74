/** A rule for each colour of highlighted code, which `cuts.ts` has Redoc name in `data-token` in place of a style. */
export function tokenStyles(renderer: string): string {
  const names = new Set(renderer.match(/--code-block-tokens-[a-z-]+-color(?![a-z-])/g));
  return [...names].map((name) => `[data-token="${name}"]{color:var(${name})}`).join('\n');
}
