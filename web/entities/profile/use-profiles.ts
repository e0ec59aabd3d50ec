import { useEffect, useState } from 'react'
import { profileCalls } from '../../../domain/calls/profiles.ts'
import type { Profile } from '../../../domain/entities/profile.ts'
import { call } from '../../client/call.ts'
import { readPages } from '../../client/read-pages.ts'
import { errorTexts } from '../../i18n/faults.ts'
import { mode } from '../../state/mode.ts'

/** The company's profiles, asked of the edge: they are kept on no machine. Asked again when the service is back. */
export function useProfiles(): { profiles: readonly Profile[]; failure: string | null } {
  const [answer, setAnswer] = useState<{ profiles: readonly Profile[]; failure: string | null }>(
    nothing,
  )
  useEffect(() => {
    const stop = new AbortController()
    const read = () =>
      readPages<Profile>({
        pages: 'all',
        idOf: ({ uuid }) => uuid,
        read: (page) =>
          call(
            profileCalls.search,
            { query: { limit: '500', page, order: 'name ASC' } },
            { signal: stop.signal },
          ),
      }).then(
        ({ rows }) => setAnswer({ profiles: rows, failure: null }),
        (error: unknown) => {
          if (!stop.signal.aborted)
            setAnswer((before) => ({ ...before, failure: errorTexts(error).join(' ') }))
        },
      )
    const unwatch = mode.subscribe(() => void read())
    return () => {
      stop.abort()
      unwatch()
    }
  }, [])
  return answer
}

const nothing = { profiles: [], failure: null } as const
