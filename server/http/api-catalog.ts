/** The headers of each file of the docs by its path; none when the docs were not built. */
type Files = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface LinkTarget {
  readonly href: string;
  readonly type?: string;
}

interface LinkContext {
  readonly anchor: string;
  readonly [relation: string]: string | readonly LinkTarget[];
}

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
  const names = ['openapi.json', 'openapi.yaml', 'openapi-3.0.yaml'].map((name) => `downloads/${name}`);
  const descriptions = names.filter((name) => name in files);
  const pages = ['index.html'].filter((name) => name in files);
  const api: LinkContext = {
    anchor: '../',
    ...some(
      'service-desc',
      descriptions.map((name) => target(`../docs/${name}`, files[name])),
    ),
    ...some(
      'service-doc',
      pages.map((name) => target('../docs/', files[name])),
    ),
  };
  const catalog: LinkContext = { anchor: 'api-catalog', item: [{ href: '../' }] };
  const described = Object.keys(api).length > 1;
  return `${JSON.stringify({ linkset: described ? [catalog, api] : [catalog] }, undefined, 2)}\n`;
}

function target(href: string, headers: Readonly<Record<string, string>> | undefined): LinkTarget {
  const type = headers?.['Content-Type'];
  return type === undefined ? { href } : { href, type };
}

function some(
  relation: string,
  targets: readonly LinkTarget[],
): Readonly<Record<string, readonly LinkTarget[]>> {
  return targets.length === 0 ? {} : { [relation]: targets };
}
