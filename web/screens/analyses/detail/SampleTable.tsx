import { useMemo } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { Analysis, Sample } from '../../../../domain/entities/analysis.ts'
import type { Results } from '../../../../domain/results.ts'
import { wellIndex } from '../../../../domain/rules/well.ts'
import { t } from '../../../i18n/intl.ts'
import { EmptyState } from '../../../parts/empty/EmptyState.tsx'
import { Button } from '../../../parts/button/Button.tsx'
import { RecordTable } from '../../../parts/table/RecordTable.tsx'
import styles from './Detail.module.css'
import { SamplePdf } from './export/SamplePdf.tsx'
import { listLeftOut } from './review/left-out.ts'
import { listSampleColumns, type SampleRow } from './sample-columns.tsx'

interface SampleActs {
  record: Analysis
  /** Reason why nothing can be left out; null if it can. */
  refusal: string | null
  /** Opens the report of one sample; absent where there is none to be had. */
  onReport?: ((sample: Sample) => void) | undefined
  /** Leaves wells out of the calls, which is a recalculation with a reason. */
  onLeaveOut: (wells: string[]) => void
}

/** List every sample and target over its replicate wells, as it is reported. */
export function SampleTable(
  props: SampleActs & {
    results: Results
    selected: ReadonlySet<number>
    onSelect: (wells: Set<number>) => void
  },
) {
  const { record, results, selected } = props
  const shape = cartridges[record.cartridge_type]
  const rows = useMemo(() => {
    const samples = new Map(record.samples.map((one) => [one.uuid, one]))
    return results.samples.flatMap((one): SampleRow[] => {
      const sample = samples.get(one.sample_uuid)
      return sample ? [{ ...one, sample, id: `${one.sample_uuid}|${one.target}` }] : []
    })
  }, [record.samples, results])
  const out = useMemo(
    () => new Map(listLeftOut(record).map(({ uuid, reasons }) => [uuid, reasons.join(' · ')])),
    [record],
  )
  const columns = useMemo(() => listSampleColumns(record, results, out), [record, results, out])
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
          <SampleTools
            {...props}
            samples={samples}
            wells={new Set(rows.filter(({ id }) => chosen.has(id)).flatMap(({ wells }) => wells))}
          />
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

/** Offer what can be done with the chosen samples and their wells. */
function SampleTools({
  record,
  refusal,
  onReport,
  onLeaveOut,
  samples,
  wells,
}: SampleActs & { samples: ReadonlySet<Sample>; wells: ReadonlySet<string> }) {
  const [first] = samples
  const only = samples.size === 1 ? first : undefined
  return (
    <>
      {onReport && (
        <Button
          icon="download"
          disabledReason={only ? null : t('report.oneSample')}
          onClick={() => only && onReport(only)}
        >
          {t('report.ofSample')}
        </Button>
      )}
      {onReport && <SamplePdf record={record} selected={samples} />}
      <Button
        icon="eye-off"
        disabledReason={refusal ?? (samples.size === 0 ? t('result.leaveOut.none') : null)}
        onClick={() => onLeaveOut([...wells])}
      >
        {t('result.leaveOut')}
      </Button>
    </>
  )
}
