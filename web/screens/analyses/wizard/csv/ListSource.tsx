import {
  type ListTarget,
  type ListType,
  listTypes,
} from '../../../../../workers/files/sample-list/list-wish.ts'
import type { ListSettings } from '../../../../../workers/files/sample-list/list-settings.ts'
import { writeListTemplate } from '../../../../../workers/files/sample-list/write-template.ts'
import { saveFile } from '../../../../client/save-file.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { CheckField } from '../../../../parts/form/CheckField.tsx'
import { Segments } from '../../../../parts/form/Segments.tsx'
import { FileButton } from './FileChoice.tsx'
import styles from './Csv.module.css'

/** Choose the file of the list and the kind of import. */
export function ListSource(props: {
  type: ListType
  onType: (type: ListType) => void
  settings: ListSettings
  onChange: (change: Partial<ListSettings>) => void
  target: ListTarget
  chosen: boolean
  onChoose: (file: File) => void
}) {
  const { type, settings, target, chosen } = props
  const hasNames = target.predefined.length > 0
  return (
    <>
      <Segments
        label={t('wizard.csv.type')}
        value={type}
        choices={listTypes.map((one) => ({
          value: one,
          label: t(`wizard.csv.type.${one}`),
          disabled: one === 'names' && !hasNames,
        }))}
        onChange={props.onType}
      />
      <p className={styles.quiet}>
        {t(`wizard.csv.type.${type}.hint`)} {!hasNames && t('wizard.csv.type.names.none')}
      </p>
      <div className={styles.tools}>
        <FileButton chosen={chosen} onChoose={props.onChoose} />
        {!chosen && (
          <span className={styles.quiet}>
            {t('wizard.csv.drop')} {t('wizard.csv.kinds')}
          </span>
        )}
        <Button icon="download" onClick={() => saveTemplate(target, settings)}>
          {t('wizard.csv.template')}
        </Button>
        <CheckField
          label={t('wizard.csv.clean')}
          checked={settings.clean_cartridge}
          onChange={(clean_cartridge) => props.onChange({ clean_cartridge })}
        />
      </div>
    </>
  )
}

function saveTemplate({ shape, predefined }: ListTarget, settings: ListSettings): void {
  const bytes = writeListTemplate(shape, predefined, settings)
  const name = `bapp-samples-${shape.rows}x${shape.columns}.csv`
  saveFile({ bytes, type: 'text/csv; charset=utf-8', name }, name)
}
