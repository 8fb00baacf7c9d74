/** What a rule rests on, the most binding first. `docs/reference/report.md` says what each means and when it fails the run. */
export const bases = ['safety', 'shown', 'standard', 'wire', 'decided', 'observed'] as const;
export type Basis = (typeof bases)[number];
