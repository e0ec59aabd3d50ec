import { useSignals } from '@preact/signals-react/runtime'
import { t } from '../i18n/intl.ts'
import { localTime } from './local-time.ts'
import { mode } from './mode.ts'
import { fetchedSince, isWindowed } from './records.ts'

/**
 * Return how far back the analyses on this machine go, in words: while the first pull, which begins with the newest change, is not at
 * its end, and where it ends before the oldest; undefined when all are here.
 */
export function useFetchedSince(): string | undefined {
  useSignals()
  const since = fetchedSince.value
  if (!since) return undefined
  const isOffline = mode.value.state === 'offline'
  const date = localTime(since, 'date')
  if (isWindowed.value) return t('analyses.since.window', { date })
  return t(isOffline ? 'analyses.since.offline' : 'analyses.since.fetching', { date })
}

/** Return the same for what lists analyses that have not ended alone: all of them are here as soon as the first pull has ended. */
export function useOpenSince(): string | undefined {
  useSignals()
  const since = useFetchedSince()
  return isWindowed.value ? undefined : since
}
