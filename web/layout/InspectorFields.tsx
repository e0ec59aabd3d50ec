import { useId, useState } from 'react'
import type { Sample } from '../../domain/entities/analysis.ts'
import { makeUuid } from '../client/make-uuid.ts'
import { t } from '../i18n/intl.ts'
import { Field } from '../parts/form/Field.tsx'
import { hasUnread } from '../parts/form/focus-first-fault.ts'
import { NumberField } from '../parts/form/NumberField.tsx'
import { setQuantity, setWellType } from '../state/layout-steps/assign.ts'
import { onlyOf } from './only-of.ts'
import type { Editor } from './use-editor.ts'

/** Show the copies of the standards in the wells, kept when the field is left. */
export function QuantityField(props: { editor: Editor; owners: readonly Sample[] }) {
  const { owners } = props
  const { wells, book } = props.editor
  const only = onlyOf(owners, (one) => one.quantity ?? 0)
  const [typed, setTyped] = useState<number | null | undefined>(undefined)
  const keep = (field: HTMLElement) => {
    if (hasUnread(field)) return
    if (typed !== undefined) book.change((before) => setQuantity(before, wells, typed))
    setTyped(undefined)
  }
  return (
    <div onBlur={(event) => keep(event.currentTarget)}>
      <NumberField
        label={`${t('wizard.inspector.quantity')} (${t('wizard.inspector.copies')})`}
        {...(only === null ? { hint: t('wizard.inspector.mixedQuantities') } : {})}
        value={typed === undefined ? only || null : typed}
        min={0}
        onChange={setTyped}
      />
    </div>
  )
}

/** Choose the reaction mix: a known one, or a new name. */
export function MixField(props: {
  editor: Editor
  owners: readonly Sample[]
  mixes: readonly string[]
}) {
  const { owners, mixes } = props
  const { wells, book } = props.editor
  const id = useId()
  const only = onlyOf(owners, (one) => one.well_type ?? '')
  const [typed, setTyped] = useState<string | null>(null)
  const keep = () => {
    if (typed !== null) book.change((before) => setWellType(before, wells, typed.trim(), makeUuid))
    setTyped(null)
  }
  return (
    <div onBlur={keep}>
      <Field
        label={t('wizard.inspector.mix')}
        placeholder={only === null ? t('wizard.inspector.mixedMixes') : ''}
        value={typed ?? only ?? ''}
        maxLength={60}
        list={id}
        autoComplete="off"
        onChange={setTyped}
      />
      <datalist id={id}>
        {mixes.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </div>
  )
}
