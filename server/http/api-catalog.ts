/** The headers of each file of the docs by its path; none when the docs were not built. */
type Files = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** The link relation, for GET and HEAD (RFC 9727, 2), and the media type with its profile (RFC 9727, 4; RFC 9264, 4.2). */
export const apiCatalogHeaders = {
  'Content-Type': 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
  Link: '<api-catalog>; rel="api-catalog"',
} as const;

/**
 * The catalog as JSON: the API, and those of its descriptions (RFC 8631, 4) that the service has. The references are relative to
 * the catalog itself (RFC 3986, 5.1.3), because a proxy may have removed a prefix from the path.
 */
export function apiCatalog(files: Files = {}): string {
  const target = (name: string, href: string) => {
    const type = files[name]?.['Content-Type'];
    return name in files ? [type === undefined ? { href } : { href, type }] : [];
  };
  const names = ['openapi.json', 'openapi.yaml', 'openapi-3.0.yaml'].map((name) => `downloads/${name}`);
  const descriptions = names.flatMap((name) => target(name, `../docs/${name}`));
  const pages = target('index.html', '../docs/');
  const api = {
    anchor: '../',
    ...(descriptions.length > 0 && { 'service-desc': descriptions }),
    ...(pages.length > 0 && { 'service-doc': pages }),
  };
  const catalog = { anchor: 'api-catalog', item: [{ href: '../' }] };
  const described = Object.keys(api).length > 1;
  return `${JSON.stringify({ linkset: described ? [catalog, api] : [catalog] }, undefined, 2)}\n`;
}
