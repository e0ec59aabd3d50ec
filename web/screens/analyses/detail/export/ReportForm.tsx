import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../../../domain/entities/analysis.ts'
import {
  type ReportFilters,
  reportFormats,
  type ReportTemplate,
  reportTypes,
} from '../../../../../domain/entities/report.ts'
import { hasText, t } from '../../../../i18n/intl.ts'
import { CheckField } from '../../../../parts/form/CheckField.tsx'
import { Segments } from '../../../../parts/form/Segments.tsx'
import { SelectField } from '../../../../parts/form/SelectField.tsx'
import styles from '../ExportDialog.module.css'
import { type ReportChoice, templatesOf } from './report-order.ts'
import { SampleChecklist } from './SampleChecklist.tsx'

/** Choose a report: its content, template, format and samples. */
export function ReportForm(props: {
  templates: readonly ReportTemplate[]
  samples: readonly Sample[]
  shape: Pick<CartridgeType, 'rows' | 'columns'>
  /** Selection on the page as filters; null without one. */
  filters: ReportFilters | null
  /** True for a report of one sample: the type is then fixed, and there is nothing to tick. */
  isOfSample: boolean
  choice: ReportChoice
  onChange: (choice: ReportChoice) => void
}) {
  const { templates, filters, choice, onChange, isOfSample } = props
  const own = templatesOf(templates, choice.type)
  return (
    <div className={styles.report}>
      <SelectField
        label={t('report.type')}
        value={choice.type}
        disabled={isOfSample}
        choices={reportTypes.map((type) => ({ value: type, label: t(`report.type.${type}`) }))}
        onChange={(value) => {
          const type = reportTypes.find((one) => one === value) ?? choice.type
          onChange({ ...choice, type, template: templatesOf(templates, type)[0]?.name ?? '' })
        }}
      />
      <SelectField
        label={t('report.template')}
        value={choice.template}
        choices={own.map(({ name, readableName }) => {
          const key = `report.template.${name}`
          return { value: name, label: hasText(key) ? t(key) : readableName }
        })}
        onChange={(template) => onChange({ ...choice, template })}
      />
      <Segments
        label={t('report.format')}
        showLabel
        value={choice.format}
        choices={reportFormats.map((format) => ({ value: format, label: format.toUpperCase() }))}
        onChange={(format) => onChange({ ...choice, format })}
      />
      <p className={styles.hint}>{t(`report.hint.${choice.format}`)}</p>
      {filters && (
        <CheckField
          label={t('report.useFilters')}
          hint={describeFilters(filters)}
          checked={choice.useFilters}
          onChange={(useFilters) => onChange({ ...choice, useFilters })}
        />
      )}
      {!isOfSample && !(filters && choice.useFilters) && (
        <SampleChecklist
          samples={props.samples}
          shape={props.shape}
          unticked={choice.unticked}
          onChange={(unticked) => onChange({ ...choice, unticked })}
        />
      )}
    </div>
  )
}

function describeFilters({ samples, targets }: ReportFilters): string {
  return [...(samples ? [samples.join(', ')] : []), ...(targets ? [targets.join(', ')] : [])].join(
    ' · ',
  )
}
