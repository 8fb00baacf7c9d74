/** The address of a document as reports and messages show it: the query may be a secret. A path stays as it is. */
export function withoutQuery(location: string): string {
  return /^https?:/i.test(location) ? location.replace(/[?#].*$/s, '') : location;
}
