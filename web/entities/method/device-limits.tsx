import { type CartridgeName, cartridges } from '../../../domain/catalog/cartridges.ts'
import { can } from '../../../domain/permissions.ts'
import { t } from '../../i18n/intl.ts'
import { Field } from '../../parts/form/Field.tsx'
import type { DrawnField } from '../../record/FieldInput.tsx'
import { account } from '../../state/session.ts'

/** List the plates that the account may use (PERM-005), and those that the recipe has already. */
export function listPlates(held: readonly CartridgeName[]): CartridgeName[] {
  const permissions = account.value?.permissions ?? []
  return Object.values(cartridges)
    .filter(({ type, permission }) => can(permissions, permission) || held.includes(type))
    .map(({ type }) => type)
}

/** Edit the oldest device software that a method runs on; empty for any. */
export function VersionField(props: DrawnField & { disabled?: boolean }) {
  const { value, error, disabled = false, onChange } = props
  return (
    <Field
      label={t('methods.bkernel')}
      hint={t('methods.bkernelHint')}
      dir="ltr"
      autoComplete="off"
      placeholder="2.8.0"
      disabled={disabled}
      value={typeof value === 'string' ? value : ''}
      error={error}
      onChange={(text) => onChange(text.trim() === '' ? null : text.trim())}
    />
  )
}
