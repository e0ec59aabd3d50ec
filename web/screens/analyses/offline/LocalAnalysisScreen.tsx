import { useEffect, useMemo, useState } from 'react'
import { Link } from 'wouter'
import { type Analysis, analysis as analysisEntity } from '../../../../domain/entities/analysis.ts'
import { device as deviceEntity } from '../../../../domain/entities/device.ts'
import { Fault } from '../../../../domain/fault.ts'
import { lanCalls } from '../../../../domain/lan/lan-calls.ts'
import { mergeRun } from '../../../../domain/lan/merge-seen.ts'
import { formatDuration } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { callDevice } from '../../../lan/call-device.ts'
import type { SeenDevice, SeenRun } from '../../../lan/follow.ts'
import { LanHelp } from '../../../lan/LanHelp.tsx'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Page } from '../../../parts/page/Page.tsx'
import { paths } from '../../../paths.ts'
import { now } from '../../../state/clock.ts'
import { useOpenWork } from '../../../state/open-work.ts'
import { useRecord, useRecords } from '../../../state/use-records.ts'
import { CurvePanel } from '../detail/CurvePanel.tsx'
import detail from '../detail/Detail.module.css'
import { PlatePanel } from '../detail/PlatePanel.tsx'
import { countAdded, makeProfile } from '../detail/profile-points.ts'
import { RunControls, type RunOrdered } from '../detail/RunControls.tsx'
import { RunFigures } from '../detail/RunFigures.tsx'
import { RunProfile } from '../detail/RunProfile.tsx'
import run from '../detail/RunView.module.css'
import { useRun } from '../detail/use-run.ts'
import { useView } from '../detail/use-view.ts'
import { makeSeenSource } from './follow-seen.ts'
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
          ageSeconds={ageOf(heard)}
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
  const { layers, melt, results } = useRun(record, source.follow)
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [pointed, setPointed] = useState<number | null>(null)
  const control = useView({ colour: 'end', tab: 'notebook' })
  const heardAt = heard?.heardAt ?? null
  useEffect(() => {
    if (held && heardAt !== null) source.give(held, heardAt)
  }, [held, heardAt, source])
  const shown = mergeRun(record, held?.run)
  const progress = held?.progress ?? null
  const { process } = record.method
  const added = countAdded(process, progress)
  const profile = useMemo(() => makeProfile(process, added), [process, added])
  const measured = held?.run.measured ?? { AMP: 0, VAL: 0 }
  const cycles = profile.phases.reduce(
    (sum, { phase, points }) => sum + (phase === 'AMP' ? points : 0),
    0,
  )
  return (
    <Page
      title={record.name}
      state={<Badge shape="half">{t(`analysis.status.${shown.status}`)}</Badge>}
      facts={[
        <Link key="device" href={paths.offlineDevice(hostname)}>
          <bdi dir="ltr">{hostname}</bdi>
        </Link>,
        heardText(heard),
      ]}
    >
      {heard?.fault && <LanHelp hostnames={[hostname]} />}
      <section className={`${detail.panel} ${run.run}`} aria-label={t('run.title')}>
        <RunFigures
          progress={progress}
          lidCelsius={heard?.status?.lid_temperature ?? null}
          ageSeconds={ageOf(heard)}
          away={heard?.fault != null}
          measured={measured}
        />
        <div className={run.profile}>
          <RunProfile profile={profile} progress={progress} />
        </div>
        <div className={run.runSide}>
          <RunControls
            record={shown}
            progress={progress}
            measured={measured}
            local={{ send: (ordered) => order(hostname, record.device_uuid, ordered) }}
          />
        </div>
      </section>
      <div className={detail.views}>
        <PlatePanel
          record={record}
          results={results}
          control={control}
          selected={selected}
          onSelect={setSelected}
          pointed={pointed}
        />
        <CurvePanel
          record={record}
          layers={layers}
          melt={melt}
          measured={measured}
          cycles={cycles}
          results={results}
          control={control}
          selected={selected}
          onSelect={setSelected}
          pointed={pointed}
          onPoint={setPointed}
          empty={t(held ? 'run.noCurves' : 'parts.loading')}
        />
      </div>
    </Page>
  )
}

/** @throws Fault with the device's own refusal. */
async function order(hostname: string, device: string | null, ordered: RunOrdered): Promise<void> {
  const { name, ...params } = ordered
  const options = device ? { device } : {}
  const send = {
    SKIP: lanCalls.skip,
    EXTEND: lanCalls.extend,
    ABORT: lanCalls.abort,
  }[name]
  const answer = await callDevice(hostname, send, params as never, options)
  if (answer.state === 'refused')
    throw new Fault('refused', answer.reason, { reason: answer.reason })
}

function ageOf(heard: SeenDevice | undefined): number | null {
  return heard?.heardAt == null ? null : Math.max(0, now.value - heard.heardAt) / 1000
}

function heardText(heard: SeenDevice | undefined): string {
  const age = ageOf(heard)
  return age === null ? t('offline.never') : t('offline.heard', { age: formatDuration(age) })
}
