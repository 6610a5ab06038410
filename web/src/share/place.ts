/** Where this page comes from, without a path. */
export function location(): string {
  return globalThis.location.origin;
}
