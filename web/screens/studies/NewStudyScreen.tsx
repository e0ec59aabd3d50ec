import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { useLocation } from 'wouter'
import { analysisCalls } from '../../../domain/calls/analysis.ts'
import { studyCalls } from '../../../domain/calls/studies.ts'
import { analysis as analysisEntity } from '../../../domain/entities/analysis.ts'
import { Uuid } from '../../../domain/fields.ts'
import { cutName } from '../../../domain/rules/plain-text.ts'
import { suggestStudy } from '../../../domain/rules/study-groups.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import type { AnalysisRow } from '../../local/list-rows.ts'
import { Button } from '../../parts/button/Button.tsx'
import { EmptyState } from '../../parts/empty/EmptyState.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { areaIcons } from '../../parts/icon/area-icons.ts'
import { Page } from '../../parts/page/Page.tsx'
import type { Column } from '../../parts/table/column.ts'
import { RecordTable } from '../../parts/table/RecordTable.tsx'
import { paths } from '../../paths.ts'
import { whyNotCall } from '../../record/rights.ts'
import { useFetchedSince } from '../../state/fetched-since.ts'
import { useKept } from '../../state/keep-draft.ts'
import { localTime } from '../../state/local-time.ts'
import { useRecords, useWhole } from '../../state/use-records.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './Studies.module.css'
import { HeldFields } from '../../parts/form/HeldFields.tsx'

const Begun = v.object({
  /** Null while the name follows the runs. */
  name: v.nullable(v.string()),
  runs: v.array(Uuid),
})
const none: v.InferOutput<typeof Begun> = { name: null, runs: [] }

/** Show `/study-new`: choose signed runs; groups and references are suggested from them. */
export function NewStudyScreen() {
  const [, navigate] = useLocation()
  const records = useRecords(analysisEntity)
  const isWhole = useWhole(analysisEntity)
  const [begun, change] = useKept({ kind: 'study', origin: 'new', schema: Begun, none })
  const chosen = useMemo(() => new Set(begun.runs), [begun.runs])
  const sending = useSending(['name', 'runs'])
  const rows = useMemo(
    () => (records ?? []).filter(({ status }) => status === 'VALIDATION'),
    [records],
  )
  // Take the order of the list, so that the plates of a study are numbered as they were run.
  const runs = rows.filter(({ uuid }) => chosen.has(uuid)).reverse()
  const name = begun.name ?? nameOf(runs)
  const swarms = new Set(runs.map(({ swarm_uuid }) => swarm_uuid))
  const why =
    whyNotCall(studyCalls.create) ??
    (runs.length === 0
      ? t('studies.choose.none')
      : swarms.size > 1
        ? t('fault.study_other_swarm')
        : null)
  const make = async () => {
    const content = { name, runs: runs.map(({ uuid }) => uuid) }
    const work = async (opId: string) => {
      const found = await Promise.all(
        content.runs.map((id) => call(analysisCalls.get, { params: { id } })),
      )
      const body = {
        name,
        swarm_uuid: [...swarms][0] ?? '',
        runs: content.runs.map((analysis_uuid) => ({ analysis_uuid })),
        ...suggestStudy(found),
      }
      const made = await call(studyCalls.create, { body }, { opId })
      change(() => none)
      navigate(paths.study(made.uuid))
    }
    await sending.send(why === null && name.trim() !== '', work, content)
  }
  return (
    <Page
      title={t('studies.new')}
      primary={{
        label: t('studies.choose.submit', { count: runs.length }),
        icon: 'next',
        busy: sending.busy,
        disabledReason: why,
        onPress: () => void make(),
      }}
    >
      {sending.others.length > 0 && <Notice kind="error">{sending.others.join(' ')}</Notice>}
      <HeldFields busy={sending.busy}>
        <div className={styles.naming}>
          <Field
            label={t('studies.column.name')}
            value={name}
            required
            maxLength={120}
            error={sending.refused['name'] ?? sending.refused['runs']}
            onChange={(typed) => change((before) => ({ ...before, name: typed }))}
          />
          <p className={styles.quiet}>{t('studies.choose.hint')}</p>
        </div>
        <RunTable
          rows={rows}
          isWhole={isWhole}
          chosen={chosen}
          onChosen={(next) => change((before) => ({ ...before, runs: [...next] }))}
        />
      </HeldFields>
    </Page>
  )
}

/** List the signed runs, with boxes to choose some. */
function RunTable(props: {
  rows: readonly AnalysisRow[]
  isWhole: boolean
  chosen: ReadonlySet<string>
  onChosen: (chosen: ReadonlySet<string>) => void
}) {
  const { rows, isWhole, chosen, onChosen } = props
  const extent = useFetchedSince()
  const [, navigate] = useLocation()
  const [filter, setFilter] = useState('')
  const columns = useMemo(() => makeRunColumns(), [])
  return (
    <RecordTable
      label={t('studies.choose.runs')}
      columns={columns}
      rows={rows}
      rowId={({ uuid }) => uuid}
      loading={!isWhole}
      extent={extent}
      filter={filter}
      onFilter={setFilter}
      selected={chosen}
      onSelect={onChosen}
      boxes={{
        row: (row) => t('studies.choose.one', { name: row.name }),
        page: t('studies.choose.all'),
      }}
      onOpen={({ uuid }) => onChosen(toggle(chosen, uuid))}
      empty={
        isWhole ? (
          <EmptyState
            icon={areaIcons.studies}
            title={t('studies.choose.empty')}
            action={
              <Button onClick={() => navigate(paths.analyses())}>{t('analyses.title')}</Button>
            }
          />
        ) : null
      }
    />
  )
}

function toggle(before: ReadonlySet<string>, uuid: string): ReadonlySet<string> {
  const next = new Set(before)
  if (!next.delete(uuid)) next.add(uuid)
  return next
}

/** Name a study by its runs, until a person names it. */
function nameOf(runs: readonly AnalysisRow[]): string {
  const [first, second] = runs.map(({ name }) => name)
  if (first === undefined) return ''
  if (runs.length > 2) return t('studies.nameOfMany', { name: first, count: runs.length - 1 })
  return cutName([first, second].filter(Boolean).join(', '), 120)
}

function makeRunColumns(): Column<AnalysisRow>[] {
  return [
    {
      id: 'name',
      header: t('studies.column.run'),
      value: ({ name }) => name,
      cell: ({ name }) => <strong title={name}>{name}</strong>,
      fixed: true,
      width: 240,
    },
    {
      id: 'recipe',
      header: t('studies.column.recipe'),
      value: (row) => row.recipe_name,
      width: 200,
    },
    {
      id: 'samples',
      header: t('studies.column.samples'),
      kind: 'number',
      value: (row) => row.sample_count,
      width: 100,
    },
    { id: 'swarm', header: t('studies.column.swarm'), value: (row) => row.swarm_name, width: 160 },
    {
      id: 'ended_at',
      header: t('studies.column.ended'),
      kind: 'date',
      value: (row) => row.ended_at ?? row.created_at,
      cell: (row) => localTime(row.ended_at ?? row.created_at),
      width: 170,
    },
  ]
}
