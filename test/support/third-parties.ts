/**
 * What a page would load from third parties, as far as its text shows: elements and styles that load from another host, and
 * addresses of hosts that serve nothing but assets and telemetry. A plain link is not a request.
 */
export function thirdParties(html: string): string[] {
  return [...new Set(requests.flatMap((pattern) => html.match(pattern) ?? []))];
}

const requests = [
  /<(?:script|link|img|iframe|source|video|audio|object|embed)\b[^>]*\b(?:src|srcset|href|data)\s*=\s*["']?(?:https?:)?\/\/[^\s"'>]*/gi,
  /(?:\burl\(|@import)\s*["']?(?:https?:)?\/\/[^\s"')]*/gi,
  /\b(?:https?|wss?):\/\/(?:analytics|assets|cdn|fonts|otel|static|telemetry|unpkg)\b[^\s"'`)]*/gi,
];
