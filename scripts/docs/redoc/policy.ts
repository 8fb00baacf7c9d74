import { createHash } from 'node:crypto';

/**
 * What the page may do, for its `<meta>`; a header adds `frame-ancestors`, which browsers read only there.
 *
 * No `unsafe-inline` and no `unsafe-eval`: scripts and styles run because their hashes are listed. Redoc adds its rules by
 * CSSOM to `<style>` elements that are empty, hence the hash of nothing.
 */
export function policyFor(html: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashes(html, 'script')}`,
    `style-src ${hashes(html, 'style')} ${hash('')}`,
    "img-src 'self' data:",
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

function hashes(html: string, element: string): string {
  const texts = html.matchAll(new RegExp(`<${element}[^>]*>([\\s\\S]*?)</${element}>`, 'g'));
  return [...texts].map(([, text = '']) => hash(text)).join(' ');
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

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
