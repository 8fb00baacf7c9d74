/** What a rule rests on, strongest first. `docs/reference/report.md` says what each means and when it fails the run. */
export const strengths = ['safety', 'shown', 'standard', 'wire', 'decided', 'observed'] as const;
export type Strength = (typeof strengths)[number];
