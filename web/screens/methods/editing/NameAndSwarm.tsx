import type { Dispatch, ReactNode } from 'react'
import type { Swarm } from '../../../../domain/entities/swarm.ts'
import { everybody, listSwarmChoices } from '../../../entities/method/MigrateForm.tsx'
import { t } from '../../../i18n/intl.ts'
import { Field } from '../../../parts/form/Field.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import type { AnyDraft } from './draft-kind.ts'
import styles from './Editing.module.css'
import { type FieldErrors, fieldId } from './field-id.ts'

type NameAct = { type: 'set'; change: Partial<AnyDraft> } | { type: 'settle' }

/** Edit the name of a method and, of a new one, its swarm. */
export function NameAndSwarm(props: {
  draft: AnyDraft
  act: Dispatch<NameAct>
  isNew: boolean
  swarms: readonly Swarm[]
  errors: FieldErrors
  readOnly: boolean
  /** Fields beside them. */
  children?: ReactNode
}) {
  const { draft, act, isNew, errors, readOnly } = props
  // Say among the problems only that a new one has no name yet.
  const nameError = !isNew || draft.name !== '' ? errors['name'] : undefined
  return (
    <div className={styles.identity}>
      <Field
        id={fieldId('name')}
        label={t('methods.name')}
        required
        autoFocus={isNew && !readOnly}
        maxLength={120}
        readOnly={readOnly}
        value={draft.name}
        error={nameError}
        onChange={(name) => act({ type: 'set', change: { name } })}
        onBlur={() => act({ type: 'settle' })}
      />
      {isNew && (
        <SelectField
          label={t('methods.swarm')}
          value={draft.swarm_uuid ?? everybody}
          choices={listSwarmChoices(props.swarms)}
          disabled={readOnly}
          onChange={(value) =>
            act({ type: 'set', change: { swarm_uuid: value === everybody ? null : value } })
          }
        />
      )}
      {props.children}
    </div>
  )
}
