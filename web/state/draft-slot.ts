/**
 * Where a tab keeps its draft: at the place of its kind, or at one of its own behind `~` once two tabs held drafts of one kind.
 * The tab remembers it, so that a page loaded again finds its own draft and not that of the other tab.
 */
const rememberedAs = (wanted: string) => `slot-${wanted}`

/** The place for a tab that opens a draft of this kind. */
export function findSlot(wanted: string): string {
  const own = sessionStorage.getItem(rememberedAs(wanted))
  if (own !== null && localStorage.getItem(own) !== null) return own
  if (localStorage.getItem(wanted) !== null) return wanted
  // What a closed tab has left is gone on with, before a new one is begun.
  const left = Object.keys(localStorage).find((key) => key.startsWith(`${wanted}~`))
  return left === undefined ? wanted : rememberSlot(wanted, left)
}

/** A place that no other tab writes to. */
export function makeSlot(wanted: string): string {
  return rememberSlot(wanted, `${wanted}~${crypto.randomUUID()}`)
}

function rememberSlot(wanted: string, slot: string): string {
  try {
    sessionStorage.setItem(rememberedAs(wanted), slot)
  } catch {
    // Without room for it the draft is found as one that a closed tab has left.
  }
  return slot
}
