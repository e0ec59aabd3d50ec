import {
  type LabelOrder,
  type LabelSize,
  labelSizes,
  type PrinterDpi,
  printerDots,
} from '../../../../domain/entities/lot-labels.ts'
import { t } from '../../../i18n/intl.ts'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import styles from './Labels.module.css'

/** An order of labels while it is typed. */
export type Wanted = Omit<LabelOrder, 'boxes' | 'copies'> & {
  kind: 'boxes' | 'lot'
  from: number | null
  to: number | null
  copies: number | null
}

const sizes = Object.keys(labelSizes) as LabelSize[]
const resolutions = Object.keys(printerDots) as PrinterDpi[]

/** Choose labels, their number, their size and the printer. */
export function LabelFields(props: {
  wanted: Wanted
  /** Boxes of the lot, of which some are chosen; null where each lot gets those that have no label. */
  boxes: number | null
  fault: { field: string; text: string } | null
  onChange: (change: Partial<Wanted>) => void
}) {
  const { wanted, boxes, fault, onChange } = props
  const errorOf = (field: string) => (fault?.field === field ? fault.text : null)
  return (
    <div className={styles.fields}>
      <Segments
        label={t('material.labels.of')}
        showLabel
        value={wanted.kind}
        choices={[
          { value: 'boxes', label: t('material.labels.ofBoxes') },
          { value: 'lot', label: t('material.labels.ofLot') },
        ]}
        onChange={(kind) => onChange({ kind })}
      />
      {wanted.kind === 'boxes' && boxes !== null && (
        <>
          <NumberField
            label={t('material.labels.from')}
            whole
            value={wanted.from}
            min={1}
            max={boxes}
            error={errorOf('boxes.from')}
            onChange={(from) => onChange({ from })}
          />
          <NumberField
            label={t('material.labels.to')}
            whole
            value={wanted.to}
            min={1}
            max={boxes}
            error={errorOf('boxes.to')}
            onChange={(to) => onChange({ to })}
          />
        </>
      )}
      <NumberField
        label={t('material.labels.copies')}
        whole
        value={wanted.copies}
        min={1}
        max={100}
        error={wanted.kind === 'lot' ? errorOf('boxes.to') : null}
        onChange={(copies) => onChange({ copies })}
      />
      <SelectField
        label={t('material.labels.size')}
        value={wanted.size}
        choices={sizes.map((value) => ({
          value,
          label: t('material.labels.sizeOf', labelSizes[value]),
        }))}
        onChange={(size) => onChange({ size: size as LabelSize })}
      />
      <Segments
        label={t('material.labels.symbol')}
        showLabel
        value={wanted.symbol}
        choices={[
          { value: 'datamatrix', label: t('material.labels.datamatrix') },
          { value: 'qrcode', label: t('material.labels.qrcode') },
        ]}
        onChange={(symbol) => onChange({ symbol })}
      />
      <PrinterField wanted={wanted} onChange={onChange} />
    </div>
  )
}

function PrinterField(props: { wanted: Wanted; onChange: (change: Partial<Wanted>) => void }) {
  const { wanted, onChange } = props
  return (
    <SelectField
      label={t('material.labels.file')}
      value={wanted.format === 'pdf' ? 'pdf' : wanted.dpi}
      choices={[
        { value: 'pdf', label: t('material.labels.pdf') },
        ...resolutions.map((dpi) => ({ value: dpi, label: t('material.labels.zpl', { dpi }) })),
      ]}
      onChange={(file) =>
        onChange(file === 'pdf' ? { format: 'pdf' } : { format: 'zpl', dpi: file as PrinterDpi })
      }
    />
  )
}
