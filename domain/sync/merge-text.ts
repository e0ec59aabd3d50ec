/** Line between two versions of a note that were written at the same time. */
export const noteDivider = '\n\n* * *\n\n'

/**
 * Merge a note that two people wrote at once: lines that one of them only added at the end are put below the other's
 * version; otherwise both versions are kept, one under the other. Nothing that was written is lost.
 */
export function mergeText(from: string, mine: string, theirs: string): string {
  const [ownLines, otherLines] = [addedLines(from, mine), addedLines(from, theirs)]
  if (ownLines !== null) return join(theirs, ownLines)
  if (otherLines !== null) return join(mine, otherLines)
  return theirs + noteDivider + mine
}

/** Return the lines added below `from`; null where anything else was changed, even the end of its last line. */
function addedLines(from: string, to: string): string | null {
  if (!to.startsWith(from)) return null
  const added = to.slice(from.length)
  return from === '' || from.endsWith('\n') || added.startsWith('\n') ? added : null
}

function join(above: string, below: string): string {
  const apart = above === '' || above.endsWith('\n') || below.startsWith('\n')
  return above + (apart ? '' : '\n') + below
}
