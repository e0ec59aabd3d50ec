import type { Swarm } from '../../../../domain/entities/swarm.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Field } from '../../../parts/form/Field.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../../parts/form/TextAreaField.tsx'
import { changeDraft, type Draft } from '../../../state/draft.ts'
import { Step } from './Step.tsx'
import styles from './Wizard.module.css'

/** Name, swarm and notebook. */
export function FactsStep(props: {
  draft: Draft
  swarms: readonly Swarm[]
  problems: readonly FaultDetail[]
}) {
  const { draft, swarms } = props
  const errorOf = (field: string) => {
    const found = props.problems.find((problem) => problem.field === field)
    return found ? faultText(found) : null
  }
  return (
    <Step number={5} id="facts" title={t('wizard.facts')}>
      <div className={styles.facts}>
        <Field
          label={t('wizard.name')}
          value={draft.name}
          maxLength={120}
          required
          error={errorOf('name')}
          onChange={(name) => changeDraft({ name })}
        />
        {(swarms.length > 1 || draft.saved) && (
          <SelectField
            label={t('wizard.swarm')}
            value={draft.swarm_uuid ?? ''}
            disabled={draft.saved}
            required
            error={errorOf('swarm_uuid')}
            placeholder={t('wizard.swarm.choose')}
            choices={swarms.map(({ uuid, name }) => ({ value: uuid, label: name }))}
            onChange={(swarm_uuid) => changeDraft({ swarm_uuid })}
          />
        )}
        <div className={styles.full}>
          <TextAreaField
            label={t('wizard.notebook')}
            hint={t('wizard.notebook.hint')}
            value={draft.notebook}
            maxLength={20_000}
            error={errorOf('notebook')}
            onChange={(notebook) => changeDraft({ notebook })}
          />
        </div>
      </div>
    </Step>
  )
}
