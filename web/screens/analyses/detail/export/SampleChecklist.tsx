import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import type { Sample } from '../../../../../domain/entities/analysis.ts'
import { writeWells } from '../../../../../domain/rules/well-ranges.ts'
import { t } from '../../../../i18n/intl.ts'
import { CheckField } from '../../../../parts/form/CheckField.tsx'
import styles from '../ExportDialog.module.css'

/** Choose samples, all of them at first, with one box for all. */
export function SampleChecklist(props: {
  samples: readonly Sample[]
  shape: Pick<CartridgeType, 'rows' | 'columns'>
  unticked: ReadonlySet<string>
  onChange: (unticked: ReadonlySet<string>) => void
}) {
  const { samples, shape, unticked, onChange } = props
  const names = samples.map(({ name }) => name)
  // Add the wells to samples that share a name.
  const isRepeated = (name: string) => names.indexOf(name) !== names.lastIndexOf(name)
  const ticked = samples.filter(({ uuid }) => !unticked.has(uuid)).length
  const toggle = (uuid: string, isTicked: boolean) => {
    const next = new Set(unticked)
    if (isTicked) next.delete(uuid)
    else next.add(uuid)
    onChange(next)
  }
  return (
    <fieldset className={styles.samples}>
      <legend>{t('report.samples')}</legend>
      <CheckField
        label={t('report.samples.all', { ticked, all: samples.length })}
        checked={ticked === samples.length}
        mixed={ticked > 0 && ticked < samples.length}
        onChange={(all) => onChange(new Set(all ? [] : samples.map(({ uuid }) => uuid)))}
      />
      <ul>
        {samples.map(({ uuid, name, coordinates }) => (
          <li key={uuid}>
            <CheckField
              label={
                <>
                  <bdi>{name}</bdi>
                  {isRepeated(name) && <bdi> · {writeWells(coordinates, shape)}</bdi>}
                </>
              }
              checked={!unticked.has(uuid)}
              onChange={(isTicked) => toggle(uuid, isTicked)}
            />
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
