/** What a rule rests on, strongest first. */
export const strengths = ['shown', 'standard', 'decided', 'observed'] as const;
export type Strength = (typeof strengths)[number];
