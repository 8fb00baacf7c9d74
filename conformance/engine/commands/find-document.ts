import type { ApiDocument } from '../document/model/api-document.ts';
import { loadApiDocument } from '../document/read/read-document.ts';
import { UsageError } from '../terminal/usage-error.ts';

/** Where frameworks serve the document of their app. */
const usualPlaces = [
  ...['openapi.json', 'openapi.yaml', 'openapi.yml', 'swagger.json', 'swagger.yaml'],
  // Spring, Express, NestJS, Fastify, Hono, ASP.NET, Django, Go, Quarkus, Symfony.
  ...['v3/api-docs', 'v2/api-docs', 'api-docs', 'api-docs.json', 'api-json', 'docs/json'],
  ...['documentation/json', 'doc', 'openapi/v1.json', 'swagger/v1/swagger.json', 'schema/'],
  ...['swagger/doc.json', 'q/openapi', 'docs.json', 'doc.json', 'docs/openapi.json', 'openapi'],
] as const;

/** The folders of these places: the address itself, and what is common at the root of a server. */
const usualFolders = ['', '/api', '/api/v1', '/v1'] as const;

const longestMs = 10_000;

export interface FoundDocument {
  readonly address: string;
  readonly document: ApiDocument;
}

/**
 * Finds the OpenAPI document of a running server: where its `Link` header says (`service-desc`, RFC 8631), or in the usual places.
 * @throws UsageError if the server does not respond, or has none there.
 */
export async function findDocument(baseUrl: string): Promise<FoundDocument> {
  const base = baseUrl.replace(/\/+$/, '');
  const { origin } = new URL(base);
  const folders = [base, ...usualFolders.map((folder) => origin + folder)];
  const addresses = [
    ...(await describedAt(base)),
    ...folders.flatMap((folder) => usualPlaces.map((place) => `${folder}/${place}`)),
  ];
  for (const address of new Set(addresses)) {
    const document = await loadApiDocument(address).catch(() => undefined);
    if (document !== undefined) return { address, document };
  }
  throw new UsageError(
    `${base} has no OpenAPI document in the usual places, such as ${base}/openapi.json; give it with --document`,
  );
}

/** What the server says itself. Its status does not matter. */
async function describedAt(base: string): Promise<string[]> {
  const signal = AbortSignal.timeout(longestMs);
  const response = await fetch(base, { redirect: 'manual', signal }).catch((error) => {
    const { message } = error.cause instanceof Error ? error.cause : error;
    throw new UsageError(`${base} does not respond: ${message}`, { cause: error });
  });
  await response.body?.cancel();
  const links = response.headers.get('link') ?? '';
  return Array.from(
    links.matchAll(/<([^<>]+)>[^<]*;\s*rel="?service-desc"?/g),
    ([, path = '']) => new URL(path, `${base}/`).href,
  );
}
