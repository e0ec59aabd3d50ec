import { useEffect, useMemo } from 'react'
import { Link } from 'wouter'
import { type Analysis, analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { device as deviceEntity } from '../../../../domain/entities/device.ts'
import { mergeRun } from '../../../../domain/lan/merge-seen.ts'
import { hasEnded } from '../../../../domain/rules/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import type { SeenDevice, SeenRun } from '../../../lan/follow.ts'
import { LanHelp } from '../../../lan/LanHelp.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { useOpenWork } from '../../../state/open-work.ts'
import { useRecord, useRecords } from '../../../state/use-records.ts'
import { RunFigures } from '../detail/RunFigures.tsx'
import { RunningPanels } from '../detail/RunningPanels.tsx'
import { useRun } from '../detail/use-run.ts'
import { AnalysisStatusBadge } from '../shared/AnalysisStatusBadge.tsx'
import { makeSeenSource } from './follow-seen.ts'
import { heardText, secondsSinceHeard } from './heard.ts'
import { orderRun } from './order-device.ts'
import { useSeenDevices } from './use-seen-devices.ts'

/** A run as it lies on its device, read in the local network (spec §2 `/analyses/details/local`). */
export function LocalAnalysisScreen({ params }: { params: Record<string, string | undefined> }) {
  const uuid = params['uuid'] ?? ''
  const hostname = decodeURIComponent(params['hostname'] ?? '')
  const devices = useRecords(deviceEntity)
  const device = devices?.find((one) => one.hostname === hostname)
  const record = useRecord(analysisEntity, uuid)
  // The end is looked at as well: the service may not have it for days.
  const { seen } = useSeenDevices(device ? [device] : [], () => null)
  const heard = seen.get(hostname)
  const held = heard?.details.get(uuid)
  useOpenWork(params['running'] === '1')
  if (record) return <KnownRun record={record} heard={heard} held={held} hostname={hostname} />
  return (
    <Page title={held?.run.name ?? t('offline.run')} facts={[hostname]}>
      {heard?.fault && <LanHelp hostnames={[hostname]} />}
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

function KnownRun(props: {
  record: Analysis
  heard: SeenDevice | undefined
  held: SeenRun | undefined
  hostname: string
}) {
  const { record, heard, held, hostname } = props
  const source = useMemo(() => makeSeenSource(), [])
  const run = useRun(record, source.follow)
  const heardAt = heard?.heardAt ?? null
  useEffect(() => {
    if (held && heardAt !== null) source.give(held, heardAt)
  }, [held, heardAt, source])
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
          progress={held?.progress ?? null}
          measured={held?.run.measured ?? { AMP: 0, VAL: 0 }}
          lidCelsius={heard?.status?.lid_temperature ?? null}
          heardAt={heardAt}
          ageSeconds={secondsSinceHeard(heard)}
          away={heard?.fault != null}
          device={hostname}
          empty={t(held || isOver ? 'run.noCurves' : 'parts.loading')}
          local={{ send: (ordered) => orderRun(hostname, ordered, record.device_uuid) }}
        />
      )}
    </Page>
  )
}
