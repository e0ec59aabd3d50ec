/** Return the day in UTC, as the service counts days. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
