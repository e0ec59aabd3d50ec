import { type CSSProperties, useState } from 'react'
import { createPortal } from 'react-dom'
import { type CartridgeType, cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import type { CallName, Results, WellResult } from '../../../../domain/results.ts'
import { rowLetter, wellIndex } from '../../../../domain/rules/well.ts'
import { formatSignal } from '../../../entities/result/trace-text.ts'
import { controlSign, sampleBadges } from '../../../entities/sample/sample-look.ts'
import { formatCq } from '../../../i18n/format.ts'
import { t } from '../../../i18n/intl.ts'
import { usePrint } from '../../../parts/print/use-print.ts'
import { useDeviceName } from '../../../state/device-names.ts'
import { localTime } from '../../../state/local-time.ts'
import { account } from '../../../state/session.ts'
import { verdictSigns } from './plate-look.ts'
import styles from './PlateSheet.module.css'

/** Signs of the calls in ink alone, as in the legend on the page. */
const callSigns: Readonly<Record<CallName, string>> = {
  detected: '●',
  not_detected: '○',
  review: '◆',
  invalid: '▲',
}
const excludedSign = '⊘'

/** Most columns of a plate whose wells have room for every target on paper. */
const mostForAll = 12

interface SheetProps {
  record: Analysis
  results: Results | null
  /** Target whose results are printed; null: of each target where there is room. */
  target: string | null
}

/** Print the plate on one page: drawn only for the printer, which it opens by itself. Nothing on it needs colour. */
export function PlateSheet(props: SheetProps & { onPrinted: () => void }) {
  const { record, results, target, onPrinted } = props
  const [printedAt] = useState(() => new Date().toISOString())
  usePrint(onPrinted)
  const device = useDeviceName()(record)
  const shape = cartridges[record.cartridge_type]
  const lines = linesOf({ record, results, target }, shape)
  const ended = record.ended_at ?? record.started_at ?? record.created_at
  const facts = [
    record.recipe_name,
    device,
    record.instrument && `${record.instrument.name} ${record.instrument.serial_no}`,
    localTime(ended),
    t(`analysis.status.${record.status}`),
    target && `${t('detail.target')}: ${target}`,
  ]
  const style = { '--rows': shape.rows, '--columns': shape.columns } as CSSProperties
  return createPortal(
    <article className={styles.sheet} style={style} aria-label={t('detail.printPlate')}>
      <h1>{record.name}</h1>
      <p>
        {facts.filter(Boolean).map((fact, at) => (
          <bdi key={at}>{fact}</bdi>
        ))}
      </p>
      <SheetTable {...{ record, shape, lines }} />
      <SheetLegend record={record} lines={lines} />
      <p>{t('detail.printed', { name: account.value?.name ?? '', at: localTime(printedAt) })}</p>
    </article>,
    document.body,
  )
}

/** Draw the plate as a table: type and name of each sample, sign and Cq of each result. */
function SheetTable(props: {
  record: Analysis
  shape: CartridgeType
  lines: ReadonlyMap<number, Line[]>
}) {
  const { record, shape, lines } = props
  const owners = new Map<number, Sample>()
  for (const sample of record.samples) {
    for (const well of sample.coordinates) owners.set(wellIndex(shape, well), sample)
  }
  return (
    <table dir="ltr">
      <thead>
        <tr>
          <td />
          {Array.from({ length: shape.columns }, (_, column) => (
            <th key={column} scope="col">
              {column + 1}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {Array.from({ length: shape.rows }, (_, row) => (
          <tr key={row}>
            <th scope="row">{rowLetter(row)}</th>
            {Array.from({ length: shape.columns }, (_, column) => {
              const index = row * shape.columns + column
              const sample = owners.get(index)
              return (
                <td key={column} data-control={sample && controlSign(sample.sample_type)}>
                  {sample && <SheetWell {...{ record, sample }} lines={lines.get(index) ?? []} />}
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function SheetWell({ record, sample, lines }: { record: Analysis; sample: Sample; lines: Line[] }) {
  const verdict = record.sample_reviews?.find((one) => one.sample_uuid === sample.uuid)?.verdict
  const sign = verdict && verdict !== 'accepted' ? verdictSigns[verdict] : ''
  return (
    <div>
      <p>
        <b>{`${sampleBadges[sample.sample_type]}${sign}`}</b> <bdi>{sample.name}</bdi>
      </p>
      {lines.map(({ target, sign: call, cq, quantity }) => (
        <p key={target}>
          {call} <b>{cq}</b> {lines.length > 1 ? target : quantity}
        </p>
      ))}
    </div>
  )
}

/** Explain every sign that is on the sheet, and no other. */
function SheetLegend(props: { record: Analysis; lines: ReadonlyMap<number, Line[]> }) {
  const { record } = props
  const shown = new Set([...props.lines.values()].flat().map(({ sign }) => sign))
  const types = new Set(record.samples.map(({ sample_type }) => sample_type))
  const verdicts = new Set(record.sample_reviews?.map(({ verdict }) => verdict))
  const entries = [
    ...[...types].map((type) => [sampleBadges[type], t(`sample.type.${type}`)]),
    ...Object.entries(callSigns)
      .filter(([, sign]) => shown.has(sign))
      .map(([call, sign]) => [sign, t(`call.${call as CallName}`)]),
    ...(shown.has(excludedSign) ? [[excludedSign, t('result.leftOut')]] : []),
    ...(['held', 'rejected'] as const)
      .filter((verdict) => verdicts.has(verdict))
      .map((verdict) => [verdictSigns[verdict], t(`call.${verdict}`)]),
  ]
  return (
    <p className={styles.legend}>
      {entries.map(([sign, word]) => (
        <span key={sign}>
          <b>{sign}</b> {word}
        </span>
      ))}
    </p>
  )
}

/** One result in a well. */
interface Line {
  target: string
  sign: string
  cq: string
  quantity: string
}

/** List the results of each well, by its index. During a run only a detection is one. */
function linesOf({ record, results, target }: SheetProps, shape: CartridgeType) {
  const quantities = new Map(
    results?.samples.map((one) => [`${one.sample_uuid}|${one.target}`, one.quantity] as const),
  )
  const lines = new Map<number, Line[]>()
  const first = new Map<number, string>()
  for (const result of results?.wells ?? []) {
    const well = wellIndex(shape, result.well)
    if (!first.has(well)) first.set(well, result.target)
    const isWanted = target
      ? result.target === target
      : shape.columns <= mostForAll || first.get(well) === result.target
    if (!isWanted || (record.status === 'RUNNING' && result.call !== 'detected')) continue
    const quantity = quantities.get(`${result.sample_uuid}|${result.target}`)
    const line = {
      target: result.target,
      sign: isExcluded(result) ? excludedSign : callSigns[result.call],
      cq: result.cq === null ? '–' : formatCq(result.cq),
      quantity: quantity ? formatSignal(quantity.value) : '',
    }
    lines.set(well, [...(lines.get(well) ?? []), line])
  }
  return lines
}

const isExcluded = ({ trace }: WellResult) =>
  trace.some(({ rule, decided }) => rule === 'excluded' && decided)
