import { useCallback } from 'react'
import { useSearchParams } from 'wouter'

/** Query of the page's address, and the function that changes it. */
export interface Address {
  search: URLSearchParams
  /**
   * Sets some of it and leaves the rest; nothing or an empty text takes a name out. A change replaces the
   * entry in the browser's history, so that Back leaves the page; `push` makes one to go back to.
   */
  change: (changes: Readonly<Record<string, string | null>>, how?: 'replace' | 'push') => void
}

/** Keep the state that a link or a reload must show again in the address: filters, sorts, tabs, open parts. */
export function useAddress(): Address {
  const [search, setSearch] = useSearchParams()
  const change: Address['change'] = useCallback(
    (changes, how = 'replace') =>
      setSearch(
        (before) => {
          const next = new URLSearchParams(before)
          for (const [name, value] of Object.entries(changes)) {
            if (value) next.set(name, value)
            else next.delete(name)
          }
          return next
        },
        { replace: how === 'replace' },
      ),
    [setSearch],
  )
  return { search, change }
}
