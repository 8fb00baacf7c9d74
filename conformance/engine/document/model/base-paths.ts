import type { ApiDocument } from './api-document.ts';
import { fieldsOf, isJsonObject, type JsonObject } from './pointer.ts';

/** The paths of the document's servers, without a slash at the end, such as `/api/v3`. Variables have their default values. */
export function basePathsOf({ root }: Pick<ApiDocument, 'root'>): string[] {
  const servers = Array.isArray(root.servers) ? root.servers.filter(isJsonObject) : [];
  const paths = servers.flatMap((server) => {
    const url = withDefaults(server);
    // A relative address has the path from its beginning.
    return URL.canParse(url, 'http://any') ? [new URL(url, 'http://any').pathname] : [];
  });
  return [...new Set(paths.map((path) => path.replace(/\/+$/, '')))];
}

function withDefaults({ url, variables }: JsonObject): string {
  const known = fieldsOf(variables);
  return String(url).replace(/\{([^{}]+)\}/g, (whole, name) => {
    const value = fieldsOf(known[name]).default;
    return typeof value === 'string' ? value : whole;
  });
}
