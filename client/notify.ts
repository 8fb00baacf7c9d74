/**
 * Calls a hook. It is an async function so that what the hook throws becomes an unhandled rejection: it must neither change
 * the call nor remain hidden.
 */
export async function notify<Event extends readonly unknown[]>(
  hook: ((...event: Event) => void) | undefined,
  ...event: Event
): Promise<void> {
  // An async hook rejects in the same way.
  await hook?.(...event);
}
