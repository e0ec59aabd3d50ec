import { useMemo, useState } from 'react'
import { bkernelCalls, type RolloutGates } from '../../../../domain/calls/bkernels.ts'
import type { Bkernel, Rehearsal, RehearsedRun } from '../../../../domain/entities/bkernel.ts'
import { isPlannable } from '../../../../domain/rules/rollout.ts'
import { call } from '../../../client/call.ts'
import { sayDue } from '../../../entities/bkernel/declared.tsx'
import { readPages } from '../../../client/read-pages.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { Badge } from '../../../parts/badge/Badge.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { SilentCompanies } from '../../../parts/notice/SilentCompanies.tsx'
import { Progress } from '../../../parts/progress/Progress.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { RecordTable } from '../../../parts/table/RecordTable.tsx'
import type { Sort } from '../../../parts/table/sort.ts'
import { whyNotCall } from '../../../record/rights.ts'
import { type Source, useRows } from '../../../record/use-rows.ts'
import { localTime } from '../../../state/local-time.ts'
import styles from './Rollout.module.css'
import { useRehearsal } from './use-rehearsal.ts'

type Choice = { value: string; label: string }

const none: readonly RehearsedRun[] = []

/** Rehearse a version before its plan is approved: which calls of kept runs it would change, as its maker declares. */
export function RehearsalSection(props: {
  version: Bkernel
  state: RolloutGates['rehearsal']
  companies: readonly Choice[]
  onDone: () => void
}) {
  const { version, state, companies, onDone } = props
  const { rollout, processing } = version
  const rehearsing = useRehearsal(version.uuid, onDone)
  if (!rollout) return null
  const { rehearsal } = rollout
  const isOpen = isPlannable(version)
  if (!processing && !rehearsal && state === 'not_needed') {
    return (
      <section className={styles.devices}>
        <h2>{t('bkernels.rehearsal.heading')}</h2>
        <p className={styles.quiet}>{t('bkernels.rehearsal.undeclared')}</p>
      </section>
    )
  }
  return (
    <section className={styles.devices}>
      <h2>{t('bkernels.rehearsal.heading')}</h2>
      <p className={styles.quiet}>{t('bkernels.rehearsal.about')}</p>
      {isOpen && state === 'due' && <Notice kind="warning">{sayDue(version)}</Notice>}
      {rehearsal && <Outcome rehearsal={rehearsal} />}
      {isOpen && (
        <div className={styles.acts}>
          <Button
            icon="run"
            disabledReason={
              rehearsing.isWorking
                ? t('bkernels.rehearsal.working')
                : (whyNotCall(bkernelCalls.rehearse) ??
                  (processing ? null : t('bkernels.rehearsal.declareFirst')))
            }
            onClick={rehearsing.start}
          >
            {t(rehearsal ? 'bkernels.rehearsal.again' : 'bkernels.rehearsal.start')}
          </Button>
          {rehearsing.isWorking && (
            <Button onClick={rehearsing.stop}>{t('bkernels.rehearsal.stop')}</Button>
          )}
        </div>
      )}
      <Working {...rehearsing} />
      <SilentCompanies companies={rehearsing.step?.silent} again={rehearsing.start} />
      {rehearsal && rehearsal.runs > 0 && (
        <Runs key={rehearsal.file_hash} id={version.uuid} companies={companies} />
      )}
    </section>
  )
}

/** Show how far a rehearsal is, or why it stopped. */
function Working({ step, isWorking, failure }: ReturnType<typeof useRehearsal>) {
  if (failure.length > 0) {
    return <Notice kind="error">{[...failure, t('bkernels.rehearsal.goesOn')].join(' ')}</Notice>
  }
  const isOver = !isWorking && (!step || step.version)
  if (isOver) return null
  const text = step
    ? t('bkernels.rehearsal.progress', {
        runs: formatNumber(step.runs),
        done: formatNumber(step.done),
        companies: formatNumber(step.companies),
      })
    : t('bkernels.rehearsal.working')
  // Say how far it is where it was stopped, or where companies do not answer: the plan cannot be approved before it is complete.
  if (!isWorking) return <p role="status">{`${text} ${t('bkernels.rehearsal.goesOn')}`}</p>
  return (
    <div role="status">
      <Progress
        label={t('bkernels.rehearsal.heading')}
        value={step && step.companies > 0 ? step.done / step.companies : null}
        text={text}
      />
    </div>
  )
}

/** Sum up a rehearsal: it is called clean only where every run could be calculated. */
function Outcome({ rehearsal }: { rehearsal: Rehearsal }) {
  const { runs, unread, results, calls, moved, by_name, at, file_hash, engine } = rehearsal
  const kind = calls > 0 || unread > 0 ? 'warning' : runs === 0 ? 'info' : 'done'
  const figures = { calls: formatNumber(calls), results: formatNumber(results), count: calls }
  return (
    <>
      <Notice kind={kind}>
        {runs === 0
          ? t('bkernels.rehearsal.noRuns')
          : [
              t('bkernels.rehearsal.changed', figures),
              t('bkernels.rehearsal.moved', { count: moved, runs }),
              ...(unread > 0 ? [t('bkernels.rehearsal.unread', { count: unread })] : []),
            ].join(' ')}
      </Notice>
      <p className={styles.quiet}>
        {t('bkernels.rehearsal.signed', { name: by_name, at: localTime(at, 'minute'), engine })}{' '}
        <bdi dir="ltr" className={styles.hash}>
          SHA-256 {file_hash}
        </bdi>
      </p>
    </>
  )
}

function sayMoves({ found }: RehearsedRun): string {
  if (!found) return t('bkernels.rehearsal.notRead')
  const word = (one: (typeof found.moves)[number]['from']) => (one ? t(`call.${one}`) : '–')
  return found.moves
    .map(({ from, to, count }) =>
      t('bkernels.rehearsal.move', { count, from: word(from), to: word(to) }),
    )
    .join(', ')
}

function makeColumns(companies: readonly Choice[]): Column<RehearsedRun>[] {
  const nameOf = ({ company_uuid: id }: RehearsedRun) =>
    companies.find(({ value }) => value === id)?.label ?? id
  return [
    {
      id: 'device',
      header: t('bkernels.devices.name'),
      value: ({ device }) => device,
      cell: ({ device }) => <strong title={device}>{device}</strong>,
      fixed: true,
      width: 150,
    },
    {
      id: 'started',
      header: t('bkernels.rehearsal.run'),
      kind: 'date',
      value: ({ started_at: at }) => at,
      cell: ({ started_at: at }) => localTime(at, 'minute') ?? '–',
      text: ({ started_at: at }) => at ?? '',
      width: 150,
    },
    {
      id: 'calls',
      header: t('bkernels.rehearsal.calls'),
      kind: 'number',
      value: ({ found }) => found?.calls ?? null,
      cell: ({ found }) =>
        found && found.calls > 0 ? (
          <Badge shape="triangle" tone="warning">
            {formatNumber(found.calls)}
          </Badge>
        ) : (
          (found?.calls ?? '–')
        ),
      width: 120,
    },
    {
      id: 'moves',
      header: t('bkernels.rehearsal.moves'),
      value: sayMoves,
      cell: (row) => <span title={sayMoves(row)}>{sayMoves(row) || '–'}</span>,
      width: 250,
    },
    {
      id: 'shift',
      header: t('bkernels.rehearsal.shift'),
      kind: 'number',
      value: ({ found }) => found?.shift ?? null,
      cell: ({ found }) => (found ? formatNumber(found.shift, 2) : '–'),
      width: 110,
    },
    {
      id: 'results',
      header: t('bkernels.rehearsal.results'),
      kind: 'number',
      value: ({ found }) => found?.results ?? null,
      width: 90,
    },
    {
      id: 'version',
      header: t('bkernels.devices.runs'),
      value: ({ version }) => version,
      cell: ({ version, assumed }) => (
        <span title={assumed ? t('bkernels.rehearsal.assumed') : undefined}>
          <bdi dir="ltr">{version}</bdi>
          {assumed && ' *'}
        </span>
      ),
      width: 80,
    },
    { id: 'company', header: t('bkernels.devices.company'), value: nameOf, width: 150 },
  ]
}

function runsOf(id: string): Source<RehearsedRun> {
  return {
    read: async (signal, show) => {
      const { rows } = await readPages<RehearsedRun>({
        pages: 'all',
        idOf: (run) => run.analysis_uuid,
        ...(show && { show }),
        read: (page) =>
          call(
            bkernelCalls.rehearsed,
            { params: { id }, query: { limit: '500', page } },
            { signal },
          ),
      })
      return rows
    },
  }
}

/** List the runs of a rehearsal, those that change most first. */
function Runs({ id, companies }: { id: string; companies: readonly Choice[] }) {
  const source = useMemo(() => runsOf(id), [id])
  const { rows, failure, isWhole } = useRows(source)
  const columns = useMemo(() => makeColumns(companies), [companies])
  const [sort, setSort] = useState<Sort>([])
  const isAssumed = rows?.some(({ assumed }) => assumed)
  return (
    <>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {!isWhole && failure.length === 0 && <Progress label={t('parts.loading')} />}
      <RecordTable
        label={t('bkernels.rehearsal.label')}
        columns={columns}
        rows={rows ?? none}
        rowId={(row) => row.analysis_uuid}
        loading={!isWhole || !rows}
        sort={sort}
        onSort={setSort}
        empty={<EmptyState icon="curve" title={t('bkernels.rehearsal.noRuns')} />}
      />
      {isAssumed && <p className={styles.quiet}>* {t('bkernels.rehearsal.assumed')}</p>}
    </>
  )
}
