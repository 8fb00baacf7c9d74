/** Whether one time is earlier than another: in whole seconds, unless both have fractions. False for an invalid time. */
export function isBefore(one: string, other: string): boolean {
  const unit = [one, other].every((text) => /:\d\d[.,]\d/.test(text)) ? 1 : 1000;
  const [first, second] = [one, other].map((text) => Math.floor(Date.parse(text) / unit));
  return first !== undefined && second !== undefined && first < second;
}
