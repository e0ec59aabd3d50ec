import { useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import {
  type Analysis,
  analysis as analysisEntity,
  hasEnded,
} from '../../../../domain/entities/analysis.ts'
import { device as deviceEntity } from '../../../../domain/entities/device.ts'
import { mergeRun } from '../../../../domain/lan/merge-seen.ts'
import { foundDevices } from '../../../host/host.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import type { SeenDevice, SeenRun } from '../../../local/seen-device.ts'
import { LanHelp } from '../../../lan/LanHelp.tsx'
import { placeFound } from '../../../lan/place-found.ts'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { useOpenWork } from '../../../state/open-work.ts'
import { useRecord, useRecords } from '../../../state/use-records.ts'
import { RunFigures } from '../detail/RunFigures.tsx'
import { RunningPanels } from '../detail/RunningPanels.tsx'
import { useRun } from '../detail/use-run.ts'
import { AnalysisStatusBadge } from '../shared/AnalysisStatusBadge.tsx'
import { checkSeen, makeSeenSource } from './follow-seen.ts'
import { heardText, secondsSinceHeard } from '../../../lan/heard.ts'
import { orderRun } from './order-device.ts'
import { useKeptRuns } from './use-kept-runs.ts'
import { useSeenDevices } from './use-seen-devices.ts'

/** Show a run as it is on its device, read in the local network (spec §2 `/analyses/details/local`). */
export function LocalAnalysisScreen({ params }: { params: Record<string, string | undefined> }) {
  const uuid = params['uuid'] ?? ''
  const hostname = decodeURIComponent(params['hostname'] ?? '')
  const devices = useRecords(deviceEntity)
  const placed = placeFound(devices ?? [], foundDevices.value)
  const device = [...placed.known, ...placed.others].find((one) => one.hostname === hostname)
  const record = useRecord(analysisEntity, uuid)
  // Look at the end as well, which the service may not have for days.
  const { seen } = useSeenDevices(device ? [device] : [], () => null)
  const heard = seen.get(hostname)
  const kept = useKeptRuns([uuid]).kept.get(uuid)
  const fresh = heard?.details.get(uuid)
  // Show the fetched run while the device is away.
  const held = fresh ?? kept?.run
  const heldAt = fresh ? (heard?.heardAt ?? null) : (kept?.fetchedAt ?? null)
  useOpenWork(params['running'] === '1')
  if (record) {
    return <KnownRun {...{ record, heard, held, heldAt, hostname }} />
  }
  return (
    <Page title={held?.run.name ?? t('offline.run')} facts={[hostname]}>
      {heard?.fault && <LanHelp hostnames={[hostname]} />}
      <NoRunInfo heard={heard} held={held} />
      {record === null && <Notice kind="info">{t('offline.planNotHere')}</Notice>}
      {held && (
        <RunFigures
          progress={held.progress}
          lidCelsius={heard?.status?.lid_temperature ?? null}
          ageSeconds={secondsSinceHeard(heard)}
          away={heard?.fault != null}
          measured={held.run.measured}
        />
      )}
    </Page>
  )
}

/** Explain that nothing of the run could be read from its device, now or before. */
function NoRunInfo({ heard, held }: { heard: SeenDevice | undefined; held: SeenRun | undefined }) {
  if (held || !heard?.fault) return null
  return (
    <Notice kind="error" title={t('offline.noRunInfo')}>
      {errorTexts(heard.fault).join(' ')}
    </Notice>
  )
}

function KnownRun(props: {
  record: Analysis
  heard: SeenDevice | undefined
  held: SeenRun | undefined
  /** Time at which that was read. */
  heldAt: number | null
  hostname: string
}) {
  const { record, heard, held, heldAt, hostname } = props
  const source = useMemo(() => makeSeenSource(), [])
  const run = useRun(record, source.follow)
  const heardAt = heard?.heardAt ?? heldAt
  const checked = useMemo(() => (held ? checkSeen(held, record) : undefined), [held, record])
  useEffect(() => {
    if (checked && heldAt !== null) source.give(checked, heldAt)
  }, [checked, heldAt, source])
  const shown = mergeRun(record, held?.run)
  const isOver = hasEnded(shown.status)
  return (
    <Page
      title={record.name}
      state={<AnalysisStatusBadge status={shown.status} />}
      facts={[
        <Link key="device" href={paths.offlineDevice(hostname)}>
          <bdi dir="ltr">{hostname}</bdi>
        </Link>,
        heardText(heard),
      ]}
    >
      {heard?.fault && !isOver && <LanHelp hostnames={[hostname]} />}
      {!isOver && <NoRunInfo heard={heard} held={held} />}
      {checked && checked.refused > 0 && (
        <Notice kind="warning">{t('offline.readingsRefused', { count: checked.refused })}</Notice>
      )}
      {isOver && (
        <Notice
          kind="info"
          action={<Link href={paths.analysis(record.uuid)}>{t('offline.viewAnalysis')}</Link>}
        >
          {t('offline.runOver')}
        </Notice>
      )}
      {(held || !isOver) && (
        <RunningPanels
          record={shown}
          run={run}
          progress={checked?.progress ?? null}
          measured={checked?.run.measured ?? { AMP: 0, VAL: 0 }}
          lidCelsius={heard?.status?.lid_temperature ?? null}
          heardAt={heardAt}
          ageSeconds={secondsSinceHeard(heard)}
          away={heard?.fault != null}
          device={hostname}
          empty={t(held || isOver || heard?.fault ? 'run.noCurves' : 'parts.loading')}
          local={{ send: (ordered) => orderRun(hostname, ordered, record.device_uuid) }}
        />
      )}
    </Page>
  )
}
