// Draws the reference. A file of its own, so that the policy of the page allows no inline script.

const response = await fetch('openapi.json');
const contract = await response.json();

// The service and the mock say where their API is. On any other host, the address of the contract stays.
const apiBase = response.headers.get('X-Api-Base');
const documented = contract.servers[0].variables.base_url.default;
const address =
  apiBase === null ? documented : new URL(apiBase, location.origin).href.replace(/\/$/, '');
const content = JSON.parse(JSON.stringify(contract).replaceAll(documented, address));
content.servers = [{ url: address }];

openOperation(location.hash.slice(1));

// The guides keep the reader's choice under this name.
const appearance = localStorage.getItem('vitepress-theme-appearance') ?? 'auto';
const isDark =
  appearance === 'auto'
    ? matchMedia('(prefers-color-scheme: dark)').matches
    : appearance === 'dark';

Scalar.createApiReference('#reference', {
  content,
  // Nothing comes from another origin, or goes to one.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  // These lead to the app of the library, and to what its maker sells.
  hideClientButton: true,
  showDeveloperTools: 'never',
  darkMode: isDark,
  // The operations show every schema.
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  // It would be the document of this page. The bar links the contract.
  documentDownloadType: 'none',
  // Of these the document has samples that run as they are printed.
  hiddenClients: { python: ['requests'] },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'AccessToken' },
  generateOperationSlug: ({ operationId }) => operationId,
});

/** A link may end in the name of an operation, such as `#login`. */
function openOperation(id) {
  const operations = Object.values(content.paths).flatMap((item) => Object.values(item));
  const found = operations.find(({ operationId }) => operationId === id);
  if (found === undefined) return;
  const tag = found.tags[0].toLowerCase().replaceAll(' ', '-');
  history.replaceState(null, '', `#tag/${tag}/${id}`);
}
