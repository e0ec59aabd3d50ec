import { useEffect, useState } from 'react'
import { certificateCalls } from '../../domain/calls/certificates.ts'
import { notificationCalls } from '../../domain/calls/notifications.ts'
import { reportCalls } from '../../domain/calls/reports.ts'
import { call } from '../client/call.ts'
import { localTime } from '../state/local-time.ts'
import { may } from '../state/session.ts'
import type { NamedRecord } from './jump-targets.ts'

/** Time in ms for which nobody types before the service is asked. */
const pauseMs = 200
/** As many of a kind as the palette shows. */
const limit = '6'
/** Notifications have a title, which the service does not search: the newest are read, and the palette finds the words. */
const newest = '100'

type Signal = { signal: AbortSignal; background: true }

/** Searches of kinds that no machine keeps, for people who may make them. */
const searches = [
  {
    needs: certificateCalls.search.needs,
    read: async (search: string, options: Signal) => {
      const parts = { query: { limit }, body: { search } }
      const { data } = await call(certificateCalls.search, parts, options)
      return data.map(({ uuid, name, requestor_name: who, created_at: at }): NamedRecord => {
        return { kind: 'certificate', uuid, name, note: `${who} · ${localTime(at, 'date')}` }
      })
    },
  },
  {
    needs: reportCalls.search.needs,
    read: async (search: string, options: Signal) => {
      const parts = { query: { limit }, body: { search } }
      const { data } = await call(reportCalls.search, parts, options)
      return data.map(({ uuid, name, format, created_at: at }): NamedRecord => {
        const note = `${format.toUpperCase()} · ${localTime(at, 'date')}`
        return { kind: 'report', uuid, name, note }
      })
    },
  },
  {
    needs: notificationCalls.search.needs,
    read: async (_search: string, options: Signal) => {
      const { data } = await call(notificationCalls.search, { query: { limit: newest } }, options)
      return data.map(({ uuid, title, created_at: at }): NamedRecord => {
        return { kind: 'notification', uuid, name: title, note: localTime(at, 'date') ?? '' }
      })
    },
  },
]

/**
 * Search certificates, reports and notifications at the service once nobody types for a moment. Without a connection nothing
 * of them is found, and what this machine keeps is found as before.
 */
export function useAskedRecords(wanted: string): readonly NamedRecord[] {
  const [found, setFound] = useState<readonly NamedRecord[]>(none)
  const search = wanted.trim().slice(0, 100)
  useEffect(() => {
    if (search.length < 2) return setFound(none)
    const stop = new AbortController()
    const options = { signal: stop.signal, background: true } as const
    const ask = async () => {
      const answers = await Promise.allSettled(
        searches.filter(({ needs }) => may(needs)).map(({ read }) => read(search, options)),
      )
      if (stop.signal.aborted) return
      setFound(answers.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])))
    }
    const timer = setTimeout(() => void ask(), pauseMs)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [search])
  return found
}

const none: readonly NamedRecord[] = []
