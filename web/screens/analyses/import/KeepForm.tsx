import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Field } from '../../../parts/form/Field.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { AnonymousHint } from '../shared/AnonymousHint.tsx'
import styles from './Import.module.css'
import type { Keep } from './use-keep.ts'

/** Name, swarm and method of the analysis that a run would become. */
export function KeepForm({ keep }: { keep: Keep }) {
  return (
    <fieldset className={styles.keep}>
      <legend>{t('import.keepAs')}</legend>
      {keep.error !== null && <Notice kind="error">{errorTexts(keep.error).join(' ')}</Notice>}
      <AnonymousHint text={t('import.anonymous')} />
      <Field
        label={t('wizard.name')}
        value={keep.name}
        maxLength={120}
        required
        onChange={keep.setName}
      />
      {keep.swarms.length > 1 && (
        <SelectField
          label={t('wizard.swarm')}
          value={keep.swarm}
          required
          choices={keep.swarms.map(({ uuid, name }) => ({ value: uuid, label: name }))}
          onChange={keep.setSwarm}
        />
      )}
      <SelectField
        label={t('import.method')}
        value={keep.recipe}
        choices={[
          { value: '', label: t('import.method.file') },
          ...keep.recipes.map(({ uuid, name }) => ({ value: uuid, label: name })),
        ]}
        onChange={keep.setRecipe}
      />
      {keep.recipeProblem !== null && <Notice kind="error">{keep.recipeProblem}</Notice>}
    </fieldset>
  )
}
