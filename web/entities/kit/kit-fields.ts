import type * as v from 'valibot'
import type { bkitCalls } from '../../../domain/calls/bkits.ts'
import { type Bkit, kitMarks } from '../../../domain/entities/bkit.ts'
import { t } from '../../i18n/intl.ts'
import type { FieldSpec } from '../../record/FieldInput.tsx'

type Body = Omit<v.InferInput<typeof bkitCalls.create.body>, 'uuid'>

/** Values of a kit's form; the number of tests is null while its field is empty. */
export type KitValues = Omit<Body, 'quantity'> & { quantity: number | null }

export const emptyKit: KitValues = {
  name: '',
  ref: '',
  gtin: '',
  marks: [],
  lot: '',
  quantity: null,
  expiry_date: '',
  product_description: '',
  part_number: '',
  assy_number: '',
  producer: '',
  production_site: '',
  production_start_date: '',
  production_end_date: '',
}

/** Take the values of the form out of a kit's record. */
export function valuesOfKit(kit: Bkit): KitValues {
  const names = Object.keys(emptyKit) as (keyof KitValues)[]
  return Object.fromEntries(names.map((name) => [name, kit[name] ?? emptyKit[name]])) as KitValues
}

/** List the fields of a kit, those of its label first. */
export function listKitFields(): FieldSpec<KitValues>[] {
  const named = (name: keyof KitValues) => ({ name, label: t(`material.form.${name}`) })
  return [
    { ...named('name'), autoFocus: true },
    { ...named('ref'), autoCapitalize: 'off' },
    { ...named('gtin'), autoCapitalize: 'off', hint: t('material.form.gtinHint') },
    { ...named('lot'), autoCapitalize: 'off', hint: t('material.form.lotHint') },
    named('quantity'),
    { ...named('expiry_date'), hint: t('material.form.expiryHint') },
    {
      ...named('marks'),
      kind: 'choices',
      hint: t('material.form.marksHint'),
      choices: kitMarks.map((value) => ({ value, label: t(`material.symbol.${value}`) })),
    },
    { ...named('product_description'), kind: 'lines' },
    named('part_number'),
    named('assy_number'),
    named('producer'),
    named('production_site'),
    named('production_start_date'),
    named('production_end_date'),
  ]
}
