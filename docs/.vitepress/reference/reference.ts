import { Content, useData, withBase } from 'vitepress';
import { defineComponent, h, onBeforeUnmount, onMounted, ref, watch } from 'vue';
import { data } from './document.data.ts';

/** What its script puts into `window`. */
declare const Scalar: {
  createApiReference(selector: string, settings: object): Instance;
};

interface Instance {
  destroy(): void;
}

/** The API reference: Scalar, in the theme that the reader chose for the guides. */
export const Reference = defineComponent(() => {
  const { isDark } = useData();
  let instance: Instance | undefined;
  let gone = false;
  const isDrawn = ref(false);

  onMounted(async () => {
    const [contract] = await Promise.all([contractOfThisHost(), loadScalar()]);
    if (gone) return;
    openOperation(contract);
    instance = Scalar.createApiReference('#reference', {
      content: contract,
      forceDarkModeState: isDark.value ? 'dark' : 'light',
      ...fixedSettings,
    });
    isDrawn.value = true;
  });

  // Scalar reads its setting only once.
  watch(isDark, (dark) => {
    document.body.classList.toggle('dark-mode', dark);
    document.body.classList.toggle('light-mode', !dark);
  });

  onBeforeUnmount(() => {
    gone = true;
    instance?.destroy();
  });

  return () => [
    isDrawn.value ? undefined : h(Content, { class: 'vp-doc' }),
    h('div', { id: 'reference', class: 'vp-raw' }),
  ];
});

const fixedSettings = {
  // Nothing comes from another origin, or goes to one.
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  // These lead to the app of the library, and to what its maker sells.
  hideClientButton: true,
  showDeveloperTools: 'never',
  // The operations show every schema.
  hideModels: true,
  orderSchemaPropertiesBy: 'preserve',
  // It would be the document of this page. The bar links the contract.
  documentDownloadType: 'none',
  // Of these the document has samples that run as they are printed.
  hiddenClients: { python: ['requests'] },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'AccessToken' },
  // The guides have Ctrl+K.
  searchHotKey: 'j',
  generateOperationSlug: ({ operationId }: { operationId: string }) => operationId,
};

/** It stays for readers who leave the page and come back. */
function loadScalar(): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if ('Scalar' in window) return resolve(undefined);
    const script = document.createElement('script');
    script.src = withBase('/reference/scalar.js');
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
}

/** The service and the mock say where their API is. On any other host, the address of the contract stays. */
async function contractOfThisHost(): Promise<typeof data> {
  const { headers } = await fetch(location.pathname, { method: 'HEAD' });
  const apiBase = headers.get('X-Api-Base');
  if (apiBase === null) return data;

  const address = new URL(apiBase, location.origin).href.replace(/\/$/, '');
  return JSON.parse(JSON.stringify(data).replaceAll(data.servers[0].url, address));
}

/** A link may end in the name of an operation, such as `#login`. */
function openOperation({ paths }: typeof data): void {
  const id = location.hash.slice(1);
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const found = operations.find(({ operationId }) => operationId === id);
  if (found === undefined) return;
  const tag = found.tags[0].toLowerCase().replaceAll(' ', '-');
  history.replaceState(history.state, '', `#tag/${tag}/${id}`);
}
