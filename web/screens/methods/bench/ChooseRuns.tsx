import { useMemo, useState } from 'react'
import { formatDateTime } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { FilterChips } from '../../../parts/filter/FilterChips.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { type Sort, unsorted } from '../../../parts/table/sort.ts'
import { RecordTable } from '../../../parts/table/RecordTable.tsx'
import { type BenchRun, mostRuns } from './bench-run.ts'
import styles from './MethodBench.module.css'

const kinds = ['device', 'imported'] as const
type Kind = (typeof kinds)[number]

function kindOf({ source }: BenchRun): Kind {
  return source ? 'imported' : 'device'
}

/** Choose the runs of the bench, of those that were measured in its channels. */
export function ChooseRuns(props: {
  runs: readonly BenchRun[]
  sourceOf: (run: BenchRun) => string
  chosen: readonly BenchRun[]
  /** Most runs that may be chosen. */
  most?: number
  onChoose: (uuids: ReadonlySet<string>) => void
  onClose: () => void
}) {
  const { runs, sourceOf, onClose, most = mostRuns } = props
  const [ticked, setTicked] = useState<ReadonlySet<string>>(
    () => new Set(props.chosen.map(({ uuid }) => uuid)),
  )
  const [kind, setKind] = useState<Kind | null>(null)
  const [sort, setSort] = useState<Sort>(unsorted)
  const [filter, setFilter] = useState('')
  const columns = useMemo(() => makeColumns(sourceOf), [sourceOf])
  const rows = useMemo(() => runs.filter((run) => !kind || kindOf(run) === kind), [runs, kind])
  const isTooMany = ticked.size > most
  return (
    <Dialog
      open
      title={t('bench.choose')}
      size="large"
      minimisable={false}
      onClose={onClose}
      actions={
        <>
          <p className={styles.count} role="status" data-wrong={isTooMany || undefined}>
            {t('bench.chosen', { count: ticked.size, most })}
          </p>
          <Button onClick={onClose}>{t('parts.cancel')}</Button>
          <Button
            kind="primary"
            disabledReason={isTooMany ? t('bench.tooMany', { most }) : null}
            onClick={() => {
              props.onChoose(ticked)
              onClose()
            }}
          >
            {t('bench.take')}
          </Button>
        </>
      }
    >
      <div className={styles.choice}>
        <FilterChips
          label={t('bench.source')}
          chips={kinds.map((one) => ({
            id: one,
            label: t(`bench.source.${one}`),
            count: runs.filter((run) => kindOf(run) === one).length,
            pressed: kind === one,
            onPress: () => setKind(kind === one ? null : one),
          }))}
        />
        <RecordTable
          label={t('bench.runs')}
          {...{ columns, rows, sort, filter }}
          rowId={({ uuid }) => uuid}
          onSort={setSort}
          onFilter={setFilter}
          selected={ticked}
          onSelect={setTicked}
          boxes={{ row: ({ name }) => name, page: t('bench.all') }}
          onOpen={({ uuid }) => setTicked(toggle(ticked, uuid))}
          empty={<EmptyState icon="list" title={t('bench.noRuns')} />}
        />
      </div>
    </Dialog>
  )
}

function toggle(all: ReadonlySet<string>, one: string): Set<string> {
  const next = new Set(all)
  if (!next.delete(one)) next.add(one)
  return next
}

function makeColumns(sourceOf: (run: BenchRun) => string): Column<BenchRun>[] {
  return [
    { id: 'name', header: t('bench.run'), value: ({ name }) => name, fixed: true },
    {
      id: 'created',
      header: t('bench.created'),
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => formatDateTime(created_at),
      kind: 'date',
    },
    { id: 'source', header: t('bench.source'), value: sourceOf },
    {
      id: 'samples',
      header: t('bench.samples'),
      value: ({ samples }) => samples.length,
      kind: 'number',
    },
  ]
}
