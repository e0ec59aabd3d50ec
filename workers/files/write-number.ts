/** Write the shortest decimal that reads back as the same double, sign of zero included. */
export function writeNumber(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
