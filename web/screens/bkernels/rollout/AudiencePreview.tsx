import { useCallback, useMemo, useState } from 'react'
import { bkernelCalls, type CompanyAudience } from '../../../../domain/calls/bkernels.ts'
import type { Bkernel, RolloutPlan } from '../../../../domain/entities/bkernel.ts'
import { type Audience, type Exclusion, exclusions } from '../../../../domain/rules/rollout.ts'
import { call } from '../../../client/call.ts'
import { readPages } from '../../../client/read-pages.ts'
import { FleetAge } from '../../../entities/bkernel/FleetAge.tsx'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import type { Column } from '../../../parts/table/column.ts'
import type { Sort } from '../../../parts/table/sort.ts'
import { RecordTable } from '../../../parts/table/RecordTable.tsx'
import { useAnswer } from '../../../state/use-answer.ts'
import styles from './Rollout.module.css'

type Line = CompanyAudience['devices'][number] & { company: string }

/** Number of a version as the service takes it: one that is still being typed is not asked for. */
const whole = /^\d+\.\d+\.\d+$/

/** Ask whom a plan chooses, again with each change of its rules. */
export function useAudience({ uuid: id }: Bkernel, plan: RolloutPlan) {
  const { models, company_uuids, swarm_uuids = [] } = plan
  const { except_company_uuids, except_device_uuids } = plan
  const versions = plan.versions.filter((one) => whole.test(one))
  const excepted = { except_company_uuids, except_device_uuids }
  const asked = JSON.stringify({ models, versions, company_uuids, swarm_uuids, ...excepted })
  const load = useCallback(
    async (signal: AbortSignal) => {
      const body = JSON.parse(asked) as Audience
      const { rows } = await readPages<CompanyAudience>({
        pages: 'all',
        idOf: ({ uuid }) => uuid,
        read: (page) => {
          const query = { limit: '500', page }
          return call(bkernelCalls.audience, { params: { id }, query, body }, { signal })
        },
      })
      return rows
    },
    [id, asked],
  )
  return useAnswer(load)
}

/** Show how many devices a plan chooses, and which rule leaves out each of the others. */
export function AudiencePreview({ found }: { found: ReturnType<typeof useAudience> }) {
  const { value: companies, failure } = found
  const [sort, setSort] = useState<Sort>([])
  const rows = useMemo(() => listLines(companies ?? []), [companies])
  const columns = useMemo(() => makeColumns(), [])
  if (failure.length > 0) return <Notice kind="error">{failure.join(' ')}</Notice>
  if (!companies) return <Progress label={t('parts.loading')} />
  const chosen = companies.reduce((sum, one) => sum + one.chosen, 0)
  const some = companies.filter((one) => one.chosen > 0).length
  const counted = exclusions.flatMap((why) => {
    const count = companies.reduce((sum, { excluded }) => sum + (excluded[why] ?? 0), 0)
    return count > 0 ? [`${sayExclusion(why)}: ${formatNumber(count)}`] : []
  })
  return (
    <section className={styles.devices}>
      <h3>{t('bkernels.audience.heading')}</h3>
      <Notice kind={chosen > 0 ? 'info' : 'warning'}>
        {t('bkernels.audience.chosen', {
          devices: formatNumber(chosen),
          companies: formatNumber(some),
        })}
      </Notice>
      {counted.length > 0 && (
        <p className={styles.quiet}>
          {t('bkernels.audience.excluded')} {counted.join(' · ')}
        </p>
      )}
      <FleetAge companies={companies} />
      <div className={styles.preview}>
        <RecordTable
          label={t('bkernels.audience.heading')}
          columns={columns}
          rows={rows}
          rowId={({ uuid }) => uuid}
          sort={sort}
          onSort={setSort}
          empty={<EmptyState icon="device" title={t('bkernels.devices.none')} />}
        />
      </div>
    </section>
  )
}

function listLines(companies: readonly CompanyAudience[]): Line[] {
  const lines = companies.flatMap(({ name, devices }) =>
    devices.map((device): Line => ({ ...device, company: name })),
  )
  return lines.toSorted((a, b) => Number(a.why !== null) - Number(b.why !== null))
}

function sayExclusion(why: Exclusion): string {
  return t(`bkernels.audience.why.${why}`)
}

const sayWhy = ({ why }: Line) => (why ? sayExclusion(why) : t('bkernels.audience.in'))

function makeColumns(): Column<Line>[] {
  return [
    {
      id: 'name',
      header: t('bkernels.devices.name'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong title={name}>{name}</strong>,
      fixed: true,
      width: 170,
    },
    {
      id: 'why',
      header: t('bkernels.audience.column'),
      value: sayWhy,
      cell: (row) => (
        <span title={sayWhy(row)}>
          {row.why ? (
            <Badge shape="ring" tone="neutral">
              {sayWhy(row)}
            </Badge>
          ) : (
            <Badge shape="disc" tone="accent">
              {sayWhy(row)}
            </Badge>
          )}
        </span>
      ),
      width: 260,
    },
    {
      id: 'company',
      header: t('bkernels.devices.company'),
      value: ({ company }) => company,
      width: 170,
    },
    {
      id: 'version',
      header: t('bkernels.devices.runs'),
      value: ({ bkernel_version: version }) => version,
      cell: ({ bkernel_version: version }) => <bdi dir="ltr">{version}</bdi>,
      width: 90,
    },
    {
      id: 'serial',
      header: t('bkernels.devices.serial'),
      value: ({ serial_no: serial }) => serial,
      width: 130,
    },
  ]
}
