/** The day in UTC, by which the service counts too. */
export function today(): string {
  return new Date().toISOString().slice(0, 10)
}
