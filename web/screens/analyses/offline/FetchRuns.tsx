import { useEffect, useRef, useState } from 'react'
import type { HeldRun } from '../../../../domain/lan/held-run.ts'
import { t } from '../../../i18n/intl.ts'
import { fetchRuns, type FetchOutcome } from '../../../lan/fetch-runs.ts'
import { keepLocalRun, type KeptRun } from '../../../local/local-runs.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import { records } from '../../../state/records.ts'
import { showToast } from '../../../state/toasts.ts'
import styles from './Offline.module.css'

/**
 * Fetch the runs of a device to this machine, where they stay when the device is away (spec §8 "Desktop fetch
 * failure").
 */
export function FetchRuns(props: {
  hostname: string
  /** Its uuid, so that another device under its name is asked for nothing. */
  device: string
  name: string
  runs: readonly HeldRun[]
  onKept: (run: KeptRun) => void
}) {
  const { hostname, device, name, runs, onKept } = props
  const [progress, setProgress] = useState<{ done: number; count: number } | null>(null)
  const stop = useRef<AbortController | null>(null)
  // Say nothing to a person who leaves the page: they have not stopped it by hand.
  useEffect(() => () => stop.current?.abort('left'), [])
  const fetch = async () => {
    const stopped = new AbortController()
    stop.current = stopped
    setProgress({ done: 0, count: runs.length })
    const outcome = await fetchRuns(hostname, runs, {
      device,
      signal: stopped.signal,
      onProgress: (done) => setProgress({ done, count: runs.length }),
      async keep(run) {
        const { value: local } = records
        if (!local) throw new Error('The records are closed')
        const kept = { hostname, fetchedAt: Date.now(), run }
        await keepLocalRun(local.store, kept)
        onKept(kept)
      },
    })
    if (stopped.signal.reason === 'left') return
    setProgress(null)
    sayOutcome(outcome, name, hostname)
  }
  return (
    <div className={styles.fetching}>
      <div role="status">
        {progress && (
          <Progress
            label={t('offline.fetching')}
            value={progress.done / progress.count}
            text={t('offline.fetch.progress', progress)}
          />
        )}
      </div>
      {/* Keep one button for both actions, so that the focus keeps its place. */}
      <Button
        icon={progress ? 'stop' : 'download'}
        disabledReason={!progress && runs.length === 0 ? t('offline.fetch.nothing') : null}
        onClick={({ detail }) => {
          if (progress) stop.current?.abort()
          // Begin nothing by the second click of two that meant to stop.
          else if (detail < 2) void fetch()
        }}
      >
        {t(progress ? 'offline.fetch.stop' : 'offline.fetch')}
      </Button>
    </div>
  )
}

/** Report each run that could not be fetched (ERR-028), and a stop (ERR-029). */
function sayOutcome({ fetched, failed, interrupted }: FetchOutcome, name: string, host: string) {
  for (const run of failed)
    showToast('error', t('offline.fetch.failed', { name: run.name, host }), undefined, name)
  if (interrupted) showToast('warning', t('offline.fetch.interrupted'), undefined, name)
  if (fetched > 0) showToast('done', t('offline.fetch.done', { count: fetched }), undefined, name)
}
