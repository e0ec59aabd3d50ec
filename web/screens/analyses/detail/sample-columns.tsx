import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import {
  callNames,
  type Interval,
  type Results,
  type SampleResult,
} from '../../../../domain/results.ts'
import { isIsothermal } from '../../../../domain/rules/assay-kind.ts'
import { noteQuantity, type QuantityNote } from '../../../../domain/rules/quantity-note.ts'
import { reviewOf } from '../../../../domain/rules/sample-review.ts'
import { standingComments } from '../../../../domain/rules/well-comment.ts'
import { writeWells } from '../../../../domain/rules/well-ranges.ts'
import { formatCq, formatList, formatNumber } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { type Column, cqWidth, wordsWidth } from '../../../parts/table/column.ts'
import { CallBadge } from '../../../entities/call/CallBadge.tsx'
import { TypeSign } from '../shared/TypeSign.tsx'
import { VerdictBadge } from '../shared/VerdictBadge.tsx'
import { sampleReasons } from './sample-reasons.ts'
import { formatSignal } from '../../../entities/result/trace-text.ts'

export interface SampleRow extends SampleResult {
  id: string
  sample: Sample
}

/**
 * List the columns of samples and targets: who it is, the call and the word of a reviewer, then the numbers behind it.
 * @param out why samples are left out, by their uuid.
 */
export function listSampleColumns(
  record: Analysis,
  results: Results,
  out: ReadonlyMap<string, string>,
): Column<SampleRow>[] {
  const shape = cartridges[record.cartridge_type]
  return [
    ...listCallColumns(),
    ...(record.sample_reviews?.length ? [verdictColumn(record)] : []),
    ...(standingComments(record).length > 0 ? [commentColumn(record)] : []),
    ...listCqColumns(results),
    ...listQuantityColumns(record, results),
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
  ]
}

function listCallColumns(): Column<SampleRow>[] {
  return [
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
  ]
}

function verdictColumn(record: Analysis): Column<SampleRow> {
  return {
    id: 'verdict',
    header: t('verdict.column'),
    value: (row) => wordOn(record, row.sample_uuid),
    cell: (row) => {
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
  }
}

function commentColumn(record: Analysis): Column<SampleRow> {
  const write = ({ wells, target }: SampleRow) =>
    standingComments(record)
      .filter((one) => wells.includes(one.well) && (one.target ?? target) === target)
      .map((one) => `${one.well}: ${one.text}`)
      .join(' · ')
  return {
    id: 'comments',
    header: t('comments.title'),
    value: write,
    cell: (row) => (
      <span title={write(row)} dir="auto">
        {write(row)}
      </span>
    ),
    width: 220,
  }
}

function listCqColumns(results: Results): Column<SampleRow>[] {
  const hasTimes = isIsothermal(results.evaluation)
  return [
    {
      id: 'cq',
      header: t(hasTimes ? 'result.ttMean' : 'result.cqMean'),
      kind: 'number',
      value: (row) => row.cq_mean,
      // Do not write an invalid result as not detected.
      cell: (row) =>
        row.cq_mean === null && row.call !== 'not_detected' ? '–' : formatCq(row.cq_mean),
      width: cqWidth(),
    },
    {
      // Put it beside what it decided, so that it is in sight without scrolling.
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
  ]
}

/** Say what is to be said about amounts only where there is something: a number beyond the standards looks like any other. */
function listQuantityColumns(record: Analysis, results: Results): Column<SampleRow>[] {
  const { quantification } = results.evaluation
  if (!quantification) return []
  const notes = new Map(
    results.samples.flatMap((row): [string, string][] => {
      const note = noteQuantity(row, results, record.samples)
      return note ? [[`${row.sample_uuid}|${row.target}`, sayQuantityNote(note)]] : []
    }),
  )
  const noteOf = ({ id }: SampleRow) => notes.get(id) ?? ''
  const noteColumn: Column<SampleRow> = {
    id: 'quantityNote',
    header: t('result.quantity.note'),
    value: noteOf,
    cell: (row) => <span title={noteOf(row)}>{noteOf(row)}</span>,
    width: 288,
  }
  return [
    {
      id: 'quantity',
      header: t(`result.quantity.${quantification.method}`),
      kind: 'number',
      value: (row) => row.quantity?.value ?? null,
      cell: (row) => quantityText(row.quantity),
      width: 190,
    },
    ...(notes.size > 0 ? [noteColumn] : []),
  ]
}

/** Write the remark on an amount. */
function sayQuantityNote(note: QuantityNote): string {
  switch (note.code) {
    case 'extrapolated':
      return t('result.quantity.extrapolated', {
        lowest: formatSignal(note.lowest),
        highest: formatSignal(note.highest),
      })
    case 'no_curve':
    case 'no_line':
      return t(`result.quantity.${note.code}`)
    default:
      return t(`result.quantity.${note.code}`, { targets: formatList(note.targets) })
  }
}

/** Write a reviewer's verdict with its reason; empty without one. */
function wordOn(record: Analysis, sample: string): string {
  const review = reviewOf(record, sample)
  return review ? [t(`call.${review.verdict}`), review.reason].filter(Boolean).join(': ') : ''
}

/** Write an amount with its interval, in significant digits. */
function quantityText(quantity: Interval | null): string {
  if (!quantity) return '–'
  const { value, low, high } = quantity
  const text = formatSignal(value)
  return low === null || high === null
    ? text
    : `${text} (${formatSignal(low)} – ${formatSignal(high)})`
}
