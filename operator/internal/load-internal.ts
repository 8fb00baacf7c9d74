/** Loads what only a service with an internal listener needs, which is a good part of all modules. */
export async function loadInternal() {
  const [{ createMetrics }, { observeStore }, { startInternal }] = await Promise.all([
    import('./metrics.ts'),
    import('./observe-store.ts'),
    import('./start-internal.ts'),
  ]);
  return { metrics: createMetrics(), observeStore, startInternal };
}
