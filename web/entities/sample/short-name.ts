/** Most columns of a plate whose wells have room for a name and a figure: those of 384 wells once they are zoomed. */
export const mostNamed = 24

/**
 * Shorten a name to fit a well: keep the end of a long name that ends in a number, since numbered names differ there, else its
 * beginning. Wells of plates with more than 24 columns show none.
 * @param lines of the well that the name may take.
 */
export function shortName(
  name: string,
  { columns }: { columns: number },
  lines = 1,
): string | undefined {
  if (columns > mostNamed) return undefined
  const room = lines * (columns <= 4 ? 9 : columns <= 6 ? 7 : 6)
  // Count characters, of which some have two halves.
  const all = [...name]
  if (all.length <= room) return name
  const isNumbered = /\d$/.test(name)
  return isNumbered ? `…${all.slice(1 - room).join('')}` : `${all.slice(0, room - 1).join('')}…`
}
