import { type FormEvent, type RefObject, useState } from 'react'
import type { CartridgeType } from '../../../../domain/catalog/cartridges.ts'
import { type SampleType, sampleTypes } from '../../../../domain/entities/analysis.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Field } from '../../../parts/form/Field.tsx'
import { NumberField } from '../../../parts/form/NumberField.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { changeLayout } from '../../../state/draft.ts'
import {
  changeTypes,
  clearWells,
  fillEach,
  fillOne,
  type Layout,
  ownersOf,
} from '../../../state/draft-steps.ts'
import { sampleBadges } from '../shared/sample-look.ts'
import { writeWells } from '../../../../domain/rules/well-ranges.ts'
import styles from './Wizard.module.css'
import { makeUuid } from '../../../client/make-uuid.ts'

/** What is in the selected wells, and what to put there. Made anew for each selection. */
export function SampleInspector(props: {
  layout: Layout
  wells: readonly string[]
  cartridge: CartridgeType
  nameField: RefObject<HTMLInputElement | null>
}) {
  const { layout, wells, cartridge, nameField } = props
  const owners = ownersOf(layout, wells)
  const only = owners.length === 1 ? owners[0] : undefined
  const [name, setName] = useState(only?.name ?? '')
  const [type, setType] = useState<SampleType>(only?.sample_type ?? 'unknown')
  const [quantity, setQuantity] = useState<number | null>(only?.quantity ?? null)
  const [mode, setMode] = useState<'one' | 'each'>('one')
  if (wells.length === 0) {
    return (
      <div className={styles.inspector}>
        <p className={styles.quiet}>{t('wizard.inspector.none')}</p>
      </div>
    )
  }
  const fill = (event: FormEvent) => {
    event.preventDefault()
    const facts = {
      name: name.trim() || t('wizard.inspector.name.default', { type: t(`sample.type.${type}`) }),
      sample_type: type,
      quantity: quantity ?? undefined,
    }
    changeLayout((before) =>
      mode === 'one'
        ? fillOne(before, wells, facts, makeUuid)
        : fillEach(before, wells, facts, makeUuid),
    )
  }
  return (
    <form className={styles.inspector} onSubmit={fill}>
      <h3>
        {t('wizard.inspector.selected', { count: wells.length })}{' '}
        <bdi dir="ltr" className={styles.quiet}>
          {writeWells(wells, cartridge)}
        </bdi>
      </h3>
      <Field
        ref={nameField}
        label={t('wizard.inspector.name')}
        placeholder={owners.length > 1 ? t('wizard.inspector.mixed', { count: owners.length }) : ''}
        value={name}
        maxLength={110}
        onChange={setName}
      />
      <SelectField
        label={t('wizard.inspector.type')}
        value={type}
        choices={sampleTypes.map((one) => ({
          value: one,
          label: `${sampleBadges[one]}  ${t(`sample.type.${one}`)}`,
        }))}
        onChange={(one) => {
          setType(one as SampleType)
          // What is there takes the type at once; with nothing there it waits for the fill.
          if (owners.length > 0)
            changeLayout((before) => changeTypes(before, wells, one as SampleType))
        }}
      />
      {type === 'standard' && (
        <NumberField
          label={t('wizard.inspector.quantity')}
          value={quantity}
          min={0}
          onChange={setQuantity}
          unit={t('wizard.inspector.copies')}
        />
      )}
      {wells.length > 1 && (
        <Segments
          label={t('wizard.inspector.mode')}
          value={mode}
          choices={[
            { value: 'one', label: t('wizard.inspector.one') },
            { value: 'each', label: t('wizard.inspector.each') },
          ]}
          onChange={setMode}
        />
      )}
      <div className={styles.buttons}>
        <Button type="submit" icon="check">
          {t('wizard.inspector.fill', { count: wells.length })}
        </Button>
        <Button
          kind="plain"
          disabledReason={owners.length === 0 ? t('wizard.inspector.empty') : null}
          onClick={() => changeLayout((before) => clearWells(before, wells))}
        >
          {t('wizard.inspector.clear')}
        </Button>
      </div>
      {wells.length > 1 && (
        <p className={styles.quiet}>
          {t(mode === 'one' ? 'wizard.inspector.one.hint' : 'wizard.inspector.each.hint')}
        </p>
      )}
    </form>
  )
}
