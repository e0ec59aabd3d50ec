/** A piece of a report that is never divided, as high as it says. */
export interface Strip<Page> {
  height: number
  /** Room before it, save at the top of a page. */
  gap?: number
  /** Headings, and heads of tables: never the last on a page. */
  keepWithNext?: boolean
  /** Is repeated at the top of each page that begins with such a strip. */
  head?: Strip<Page>
  draw: (page: Page, y: number) => void
}

export interface Placed<Page> {
  strip: Strip<Page>
  y: number
}

/**
 * Put strips onto pages that have some room, in order: none is divided, none that must stay with the next one is the
 * last, and heads are repeated where their rows go on. What is higher than a page has one of its own.
 */
export function paginate<Page>(strips: readonly Strip<Page>[], room: number): Placed<Page>[][] {
  const pages: Placed<Page>[][] = [[]]
  let y = 0
  let at = 0
  while (at < strips.length) {
    const chunk = takeChunk(strips, at)
    const page = pages.at(-1) ?? []
    if (y > 0 && y + heightOf(chunk, true) > room) {
      pages.push([])
      y = 0
      const head = chunk[0]?.head
      if (head) y = place(pages, head, y)
      for (const strip of chunk) y = place(pages, strip, y)
    } else {
      for (const strip of chunk) y = place(pages, strip, y + (page.length > 0 ? gapOf(strip) : 0))
    }
    at += chunk.length
  }
  return pages
}

function place<Page>(pages: Placed<Page>[][], strip: Strip<Page>, y: number): number {
  pages.at(-1)?.push({ strip, y })
  return y + strip.height
}

/** Take a strip with those that must stay with it. */
function takeChunk<Page>(strips: readonly Strip<Page>[], from: number): Strip<Page>[] {
  let to = from
  while (strips[to]?.keepWithNext && to + 1 < strips.length) to += 1
  return strips.slice(from, to + 1)
}

function heightOf<Page>(chunk: readonly Strip<Page>[], withFirstGap: boolean): number {
  return chunk.reduce(
    (sum, strip, index) => sum + strip.height + (index > 0 || withFirstGap ? gapOf(strip) : 0),
    0,
  )
}

function gapOf<Page>({ gap = 0 }: Strip<Page>): number {
  return gap
}
