import { useMemo } from 'react'
import { bkernelCalls, type CompanyUpdates } from '../../../../domain/calls/bkernels.ts'
import type { Bkernel } from '../../../../domain/entities/bkernel.ts'
import { type UpdateState, updateStates } from '../../../../domain/rules/update-state.ts'
import { call } from '../../../client/call.ts'
import { FleetAge } from '../../../entities/bkernel/FleetAge.tsx'
import { readPages } from '../../../client/read-pages.ts'
import { faultText } from '../../../i18n/faults.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge, type BadgeShape, type BadgeTone } from '../../../parts/badge/Badge.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { ListChips, ListTable } from '../../../record/ListTable.tsx'
import type { Facet } from '../../../record/facets.ts'
import { useList } from '../../../record/use-list.ts'
import { type Source, useRows } from '../../../record/use-rows.ts'
import { localTime } from '../../../state/local-time.ts'
import { countAsks, useRepeated } from '../../../state/use-repeated.ts'
import styles from './Rollout.module.css'

/** Interval at which the page asks what the devices and gates of a running rollout have come to. */
export const rolloutMs = 30_000

type Line = CompanyUpdates['devices'][number] & { company: string }

const looks: Readonly<Record<UpdateState, { shape: BadgeShape; tone: BadgeTone }>> = {
  rolled_back: { shape: 'triangle', tone: 'danger' },
  refused: { shape: 'triangle', tone: 'danger' },
  unreachable: { shape: 'ring', tone: 'warning' },
  held: { shape: 'half', tone: 'warning' },
  trial: { shape: 'half', tone: 'accent' },
  downloading: { shape: 'half', tone: 'accent' },
  ordered: { shape: 'half', tone: 'info' },
  offered: { shape: 'diamond', tone: 'info' },
  waiting: { shape: 'ring', tone: 'neutral' },
  confirmed: { shape: 'disc', tone: 'accent' },
}

/** Say the state of a device, with its reason or how far it is. */
function sayState({ state, why, share }: Pick<Line, 'state' | 'why' | 'share'>): string {
  const word = t(`bkernels.devices.state.${state}`)
  if (state === 'held') {
    return `${word}: ${t(why === 'run' ? 'bkernels.devices.why.run' : 'bkernels.devices.why.window')}`
  }
  if (state === 'refused') return `${word}: ${faultText({ code: 'refused', reason: why as never })}`
  return share === null ? word : `${word}: ${formatNumber(share)} %`
}

/** Say when a device installs the version by itself or, if its laboratory has postponed that, until when and in which role. */
function sayInstall({ install, postponed }: Pick<Line, 'install' | 'postponed'>): string {
  if (!install) return '–'
  const day = localTime(install.due, 'date')
  if (!postponed) return t('bkernels.devices.itself', { day })
  const { by_profile: name, reason = '' } = postponed
  if (!name) return [t('bkernels.devices.postponedTo', { day }), reason].filter(Boolean).join(' · ')
  return t('bkernels.devices.postponed', { day, name, reason })
}

function makeColumns(): Column<Line>[] {
  return [
    {
      id: 'name',
      header: t('bkernels.devices.name'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong title={name}>{name}</strong>,
      fixed: true,
      width: 180,
    },
    {
      id: 'state',
      header: t('bkernels.devices.column'),
      value: (row) => updateStates.indexOf(row.state),
      cell: (row) => (
        <span title={sayState(row)}>
          <Badge {...looks[row.state]}>{sayState(row)}</Badge>
        </span>
      ),
      text: sayState,
      width: 260,
    },
    {
      id: 'install',
      header: t('bkernels.devices.install'),
      kind: 'date',
      value: ({ install }) => install?.due ?? null,
      cell: (row) => <span title={sayInstall(row)}>{sayInstall(row)}</span>,
      text: sayInstall,
      width: 360,
    },
    {
      id: 'since',
      header: t('bkernels.devices.since'),
      kind: 'date',
      value: ({ since }) => since,
      cell: ({ since }) => localTime(since, 'minute') ?? '–',
      text: ({ since }) => since ?? '',
      width: 150,
    },
    {
      id: 'company',
      header: t('bkernels.devices.company'),
      value: ({ company }) => company,
      width: 160,
    },
    {
      id: 'version',
      header: t('bkernels.devices.runs'),
      value: ({ bkernel_version: version }) => version,
      cell: ({ bkernel_version: version }) => <bdi dir="ltr">{version}</bdi>,
      width: 100,
    },
    {
      id: 'model',
      header: t('bkernels.devices.model'),
      value: ({ model }) => model,
      width: 110,
    },
    {
      id: 'serial',
      header: t('bkernels.devices.serial'),
      value: ({ serial_no: serial }) => serial,
      width: 140,
    },
  ]
}

function makeFacets(rows: readonly Line[]): Facet<Line>[] {
  const states = updateStates.filter((state) => rows.some((row) => row.state === state))
  return [
    {
      id: 'state',
      label: t('bkernels.devices.column'),
      valueOf: ({ state }) => state,
      choices: states.map((value) => ({ value, label: t(`bkernels.devices.state.${value}`) })),
    },
    {
      id: 'postponed',
      label: t('bkernels.devices.install'),
      valueOf: ({ postponed }) => (postponed ? 'yes' : ''),
      choices: rows.some(({ postponed }) => postponed)
        ? [{ value: 'yes', label: t('bkernels.devices.isPostponed') }]
        : [],
    },
  ]
}

/** Make the source of the devices of a version, company by company. */
function updatesOf(id: string): Source<CompanyUpdates> {
  const optionsOf = countAsks()
  return {
    read: async (signal, show) => {
      const options = optionsOf(signal)
      const { rows } = await readPages<CompanyUpdates>({
        pages: 'all',
        idOf: ({ uuid }) => uuid,
        ...(show && { show }),
        read: (page) =>
          call(bkernelCalls.updates, { params: { id }, query: { limit: '500', page } }, options),
      })
      return rows
    },
  }
}

/** List the devices of a rollout with their states, those that need a person first. */
export function DeviceList({ version: { uuid, rollout } }: { version: Bkernel }) {
  const source = useMemo(() => updatesOf(uuid), [uuid])
  const found = useRows(source)
  useRepeated(rollout?.state === 'running', found.again, rolloutMs)
  const rows = useMemo(
    () =>
      found.rows?.flatMap(({ name, devices }) =>
        devices.map((device): Line => ({ ...device, company: name })),
      ),
    [found.rows],
  )
  const columns = useMemo(() => makeColumns(), [])
  const facets = useMemo(() => makeFacets(rows ?? []), [rows])
  const list = useList({ rows, columns, facets, firstSort: 'state,name', list: 'rollout-devices' })
  const counted = (found.rows ?? []).reduce((sum, { counts }) => sum + sumOf(counts), 0)
  const waiting = (found.rows ?? []).reduce((sum, { counts }) => sum + (counts.waiting ?? 0), 0)
  return (
    <section className={styles.devices}>
      <h2>{t('bkernels.devices.heading', { count: found.rows ? formatNumber(counted) : '–' })}</h2>
      {found.failure.length > 0 && <Notice kind="error">{found.failure.join(' ')}</Notice>}
      {!found.isWhole && found.failure.length === 0 && <Progress label={t('parts.loading')} />}
      {found.isWhole && found.rows && <FleetAge companies={found.rows} />}
      {found.isWhole && rollout?.state === 'running' && counted > 0 && counted === waiting && (
        <Notice kind="warning">{t('bkernels.devices.phaseEmpty', { count: counted })}</Notice>
      )}
      {rows && counted > rows.length && (
        <p className={styles.quiet}>
          {t('bkernels.devices.more', { count: counted - rows.length })}
        </p>
      )}
      <ListChips list={list} />
      <ListTable
        list={list}
        label={t('bkernels.devices.label')}
        loading={!found.isWhole || !found.rows}
        empty={<EmptyState icon="device" title={t('bkernels.devices.none')} />}
      />
    </section>
  )
}

function sumOf(counts: CompanyUpdates['counts']): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0)
}
