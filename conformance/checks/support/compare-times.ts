/**
 * Whether one time of an answer is earlier than another. Where one of them is told in whole seconds, nothing finer is known
 * of either. False for what is no time.
 */
export function isBefore(one: string, other: string): boolean {
  const unit = [one, other].every((text) => /:\d\d[.,]\d/.test(text)) ? 1 : 1000;
  const [first, second] = [one, other].map((text) => Math.floor(Date.parse(text) / unit));
  return first !== undefined && second !== undefined && first < second;
}
