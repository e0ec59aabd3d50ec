import { useState } from 'react'
import type { AccessRule } from '../../../domain/entities/company.ts'
import { type BaseProfile, defaultProfiles } from '../../../domain/base-profiles.ts'
import { permissions } from '../../../domain/permissions.ts'
import { makeUuid } from '../../client/make-uuid.ts'
import { permissionWords } from '../../entities/profile/permission-words.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import styles from './PermissionsScreen.module.css'

const kinds = ['never', 'apart', 'most'] as const

/** Say a rule in words. */
export function sayRule(rule: AccessRule): string {
  const permission = permissionWords(rule.permission)
  if (rule.kind === 'never') return t('rights.rules.never', { base: rule.base, permission })
  if (rule.kind === 'apart') {
    return t('rights.rules.apart', { permission, other: permissionWords(rule.other) })
  }
  return t('rights.rules.most', { permission, count: rule.count })
}

/** Add a rule to the list, named in the company's words. */
export function AddRule({ onAdd }: { onAdd: (rule: AccessRule) => void }) {
  const [kind, setKind] = useState<AccessRule['kind']>('never')
  const [base, setBase] = useState<BaseProfile>('Operator')
  const [permission, setPermission] = useState('')
  const [other, setOther] = useState('')
  const [count, setCount] = useState('2')
  const [name, setName] = useState('')
  const rule = makeRule({ kind, base, permission, other, count: Number(count), name: name.trim() })
  const words = permissions
    .map((value) => ({ value, label: permissionWords(value) }))
    .toSorted((a, b) => a.label.localeCompare(b.label))
  const placeholder = t('rights.rules.choose')
  return (
    <fieldset className={styles.area}>
      <legend>{t('rights.rules.add')}</legend>
      <SelectField
        label={t('rights.rules.kind')}
        value={kind}
        choices={kinds.map((value) => ({ value, label: t(`rights.rules.kind.${value}`) }))}
        onChange={(next) => setKind(next as AccessRule['kind'])}
      />
      {kind === 'never' && (
        <SelectField
          label={t('rights.column.base')}
          value={base}
          choices={Object.keys(defaultProfiles).map((value) => ({ value, label: value }))}
          onChange={(next) => setBase(next as BaseProfile)}
        />
      )}
      <SelectField
        label={t('rights.rules.permission')}
        required
        value={permission}
        placeholder={placeholder}
        choices={words}
        onChange={setPermission}
      />
      {kind === 'apart' && (
        <SelectField
          label={t('rights.rules.other')}
          required
          value={other}
          placeholder={placeholder}
          choices={words}
          onChange={setOther}
        />
      )}
      {kind === 'most' && (
        <Field
          label={t('rights.rules.count')}
          required
          inputMode="numeric"
          value={count}
          onChange={setCount}
        />
      )}
      <Field
        label={t('rights.rules.name')}
        required
        hint={t('rights.rules.nameHint')}
        maxLength={120}
        value={name}
        onChange={setName}
      />
      <Button
        icon="plus"
        disabledReason={rule ? null : t('parts.form.invalid')}
        onClick={() => {
          if (!rule) return
          onAdd(rule)
          setName('')
        }}
      >
        {t('rights.rules.add')}
      </Button>
    </fieldset>
  )
}

/** Make a rule of what was filled in; null while something is missing. */
function makeRule(given: {
  kind: AccessRule['kind']
  base: BaseProfile
  permission: string
  other: string
  count: number
  name: string
}): AccessRule | null {
  const { kind, base, permission, other, count, name } = given
  if (permission === '' || name === '') return null
  const facts = { uuid: makeUuid(), name, permission }
  if (kind === 'never') return { ...facts, kind, base }
  if (kind === 'apart') {
    return other === '' || other === permission ? null : { ...facts, kind, other }
  }
  return Number.isInteger(count) && count > 0 ? { ...facts, kind, count } : null
}
