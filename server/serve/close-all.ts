/** Closes one after the other, whatever fails on the way. @throws the first of the failures, when all were tried */
export async function closeAll(closers: readonly (() => Promise<void>)[]): Promise<void> {
  const failures: unknown[] = [];
  for (const close of closers) await close().catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
}
