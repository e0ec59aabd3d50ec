import { useMemo } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import {
  callNames,
  type Interval,
  type Results,
  type SampleResult,
} from '../../../../domain/results.ts'
import { reviewOf } from '../../../../domain/rules/sample-review.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { formatCq, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { type Column, wordsWidth } from '../../../parts/table/column.ts'
import { RecordTable } from '../../../parts/table/RecordTable.tsx'
import { CallBadge } from '../../../entities/call/CallBadge.tsx'
import { TypeSign } from '../shared/TypeSign.tsx'
import { VerdictBadge } from '../shared/VerdictBadge.tsx'
import { isIsothermal } from '../../../../domain/rules/assay-kind.ts'
import { writeWells } from '../../../../domain/rules/well-ranges.ts'
import styles from './Detail.module.css'
import { SamplePdf } from './export/SamplePdf.tsx'
import { listLeftOut } from './review/left-out.ts'
import { sampleReasons } from './sample-reasons.ts'
import { formatSignal } from './trace-text.ts'

interface Row extends SampleResult {
  id: string
  sample: Sample
}

/** Every sample and target over its replicate wells: what is reported. */
export function SampleTable(props: {
  record: Analysis
  results: Results
  selected: ReadonlySet<number>
  onSelect: (wells: Set<number>) => void
  /** Why nothing can be left out; null when it can. */
  refusal: string | null
  /** Opens the report of one sample; absent where there is none to be had. */
  onReport?: ((sample: Sample) => void) | undefined
  /** Leaves wells out of the calls, which is a recalculation with a reason. */
  onLeaveOut: (wells: string[]) => void
}) {
  const { record, results, selected } = props
  const shape = cartridges[record.cartridge_type]
  const rows = useMemo(() => {
    const samples = new Map(record.samples.map((one) => [one.uuid, one]))
    return results.samples.flatMap((one): Row[] => {
      const sample = samples.get(one.sample_uuid)
      return sample ? [{ ...one, sample, id: `${one.sample_uuid}|${one.target}` }] : []
    })
  }, [record.samples, results])
  const out = useMemo(
    () => new Map(listLeftOut(record).map(({ uuid, reasons }) => [uuid, reasons.join(' · ')])),
    [record],
  )
  const hasTimes = isIsothermal(results.evaluation)
  const columns = useMemo(
    (): Column<Row>[] => [
      {
        id: 'sample',
        header: t('result.sample'),
        value: (row) => row.sample.name,
        width: 140,
        fixed: true,
      },
      {
        id: 'type',
        header: t('result.type'),
        value: (row) => t(`sample.type.${row.sample.sample_type}`),
        cell: (row) => <TypeSign type={row.sample.sample_type} />,
        width: 60,
      },
      { id: 'target', header: t('result.target'), value: (row) => row.target, width: 110 },
      {
        id: 'call',
        header: t('result.call'),
        value: (row) => t(`call.${row.call}`),
        cell: (row) => <CallBadge call={row.call} />,
        width: wordsWidth(callNames.map((call) => t(`call.${call}`))),
      },
      ...(record.sample_reviews?.length
        ? [
            {
              id: 'verdict',
              header: t('verdict.column'),
              value: (row: Row) => wordOn(record, row.sample_uuid),
              cell: (row: Row) => {
                const review = reviewOf(record, row.sample_uuid)
                return (
                  review && (
                    <span title={wordOn(record, row.sample_uuid)}>
                      <VerdictBadge verdict={review.verdict} /> <bdi>{review.reason}</bdi>
                    </span>
                  )
                )
              },
              width: 190,
            },
          ]
        : []),
      {
        id: 'cq',
        header: t(hasTimes ? 'result.ttMean' : 'result.cqMean'),
        kind: 'number',
        value: (row) => row.cq_mean,
        // What is invalid was not found to be absent.
        cell: (row) =>
          row.cq_mean === null && row.call !== 'not_detected' ? '–' : formatCq(row.cq_mean),
      },
      {
        // Beside what it decided, so that it is in sight without scrolling.
        id: 'rule',
        header: t('result.rule'),
        value: (row) => sampleReasons(row, results),
        cell: (row) => {
          const reasons = sampleReasons(row, results)
          return <span title={reasons}>{reasons}</span>
        },
        width: 288,
      },
      {
        id: 'sd',
        header: t(hasTimes ? 'result.ttSd' : 'result.cqSd'),
        kind: 'number',
        value: (row) => row.cq_sd,
        cell: (row) => (row.cq_sd === null ? '–' : formatNumber(row.cq_sd, 3)),
      },
      ...(results.evaluation.quantification
        ? [
            {
              id: 'quantity',
              header: t(`result.quantity.${results.evaluation.quantification.method}`),
              kind: 'number' as const,
              value: (row: Row) => row.quantity?.value ?? null,
              cell: (row: Row) => quantityText(row.quantity),
              width: 190,
            },
          ]
        : []),
      {
        id: 'wells',
        header: t('result.wells'),
        value: (row) => writeWells(row.wells, shape),
        width: 160,
      },
      {
        id: 'out',
        header: t('result.leftOut'),
        value: (row) => out.get(row.sample_uuid) ?? '',
        width: 180,
      },
    ],
    [shape, results, hasTimes, out, record],
  )
  const chosen = useMemo(
    () =>
      new Set(
        rows
          .filter(({ wells }) => wells.some((well) => selected.has(wellIndex(shape, well))))
          .map(({ id }) => id),
      ),
    [rows, selected, shape],
  )
  const samples = new Set(rows.filter(({ id }) => chosen.has(id)).map(({ sample }) => sample))
  const [first] = samples
  const only = samples.size === 1 ? first : undefined
  return (
    <div className={styles.table}>
      <RecordTable
        label={t('detail.samples')}
        columns={columns}
        rows={rows}
        rowId={(row) => row.id}
        selected={chosen}
        onSelect={(ids) =>
          props.onSelect(
            new Set(
              rows
                .filter(({ id }) => ids.has(id))
                .flatMap(({ wells }) => wells.map((well) => wellIndex(shape, well))),
            ),
          )
        }
        tools={
          <>
            {props.onReport && (
              <Button
                icon="download"
                disabledReason={only ? null : t('report.oneSample')}
                onClick={() => only && props.onReport?.(only)}
              >
                {t('report.ofSample')}
              </Button>
            )}
            {props.onReport && <SamplePdf record={record} selected={samples} />}
            <Button
              icon="eye-off"
              disabledReason={
                props.refusal ?? (chosen.size === 0 ? t('result.leaveOut.none') : null)
              }
              onClick={() =>
                props.onLeaveOut([
                  ...new Set(rows.filter(({ id }) => chosen.has(id)).flatMap(({ wells }) => wells)),
                ])
              }
            >
              {t('result.leaveOut')}
            </Button>
          </>
        }
        empty={
          <EmptyState title={t('detail.results.none')} icon="list">
            {t('detail.results.none.hint')}
          </EmptyState>
        }
      />
    </div>
  )
}

/** A reviewer's word with its reason; empty where there is none. */
function wordOn(record: Analysis, sample: string): string {
  const review = reviewOf(record, sample)
  return review ? [t(`call.${review.verdict}`), review.reason].filter(Boolean).join(': ') : ''
}

/** An amount with its interval, in as many digits as it deserves. */
function quantityText(quantity: Interval | null): string {
  if (!quantity) return '–'
  const { value, low, high } = quantity
  const text = formatSignal(value)
  return low === null || high === null
    ? text
    : `${text} (${formatSignal(low)} – ${formatSignal(high)})`
}
