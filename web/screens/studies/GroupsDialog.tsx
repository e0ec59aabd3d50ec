import { useState } from 'react'
import type { StudySample } from '../../../domain/entities/study.ts'
import { groupByPattern, pasteGroups } from '../../../domain/rules/study-groups.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { Field } from '../../parts/form/Field.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import styles from './Studies.module.css'
import type { StudyDraft } from './use-study-draft.ts'

const idle = { busy: false, others: [] }

/** Put the samples into groups: by a pattern of their names, by a list that is pasted, or one by one. */
export function GroupsDialog({ draft, onClose }: { draft: StudyDraft; onClose: () => void }) {
  const [samples, setSamples] = useState<readonly StudySample[]>(draft.design.samples)
  const [pattern, setPattern] = useState('{group} {replicate}')
  const [pasted, setPasted] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const set = (at: number, part: Partial<StudySample>) =>
    setSamples((before) => before.with(at, { ...before[at]!, ...part }))
  const readPattern = () => {
    const found = groupByPattern(samples, pattern)
    setProblem(found ? null : t('studies.groups.patternWrong'))
    if (found) setSamples(found)
  }
  const readPaste = () => {
    const found = pasteGroups(samples, pasted)
    setProblem(
      found.unknown.length > 0
        ? t('studies.groups.unknown', { names: found.unknown.slice(0, 8).join(', ') })
        : null,
    )
    setSamples(found.samples)
  }
  const apply = () => {
    const groups = new Set(samples.map(({ group }) => group))
    const { calibrator } = draft.design
    draft.change({
      samples: [...samples],
      ...(calibrator !== '' && !groups.has(calibrator) && { calibrator: '' }),
    })
    onClose()
  }
  return (
    <FormDialog
      title={t('studies.groups.edit')}
      submit={t('studies.groups.apply')}
      wide
      sending={idle}
      onSubmit={apply}
      onClose={onClose}
    >
      <div className={styles.grouping}>
        <Field
          label={t('studies.groups.pattern')}
          hint={t('studies.groups.patternHint')}
          value={pattern}
          dir="ltr"
          onChange={setPattern}
        />
        <Button onClick={readPattern}>{t('studies.groups.read')}</Button>
        <TextAreaField
          label={t('studies.groups.paste')}
          hint={t('studies.groups.pasteHint')}
          value={pasted}
          rows={2}
          onChange={setPasted}
        />
        <Button onClick={readPaste}>{t('studies.groups.read')}</Button>
      </div>
      {problem && <Notice kind="warning">{problem}</Notice>}
      <GroupTable samples={samples} onChange={set} />
    </FormDialog>
  )
}

/** List the samples with their group and biological replicate, each in a field. */
function GroupTable(props: {
  samples: readonly StudySample[]
  onChange: (at: number, part: Partial<StudySample>) => void
}) {
  return (
    <div className={styles.samples}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('studies.column.sample')}</th>
            <th scope="col">{t('studies.column.group')}</th>
            <th scope="col">{t('studies.column.replicate')}</th>
          </tr>
        </thead>
        <tbody>
          {props.samples.map(({ name, group, replicate }, at) => (
            <tr key={name}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              <td>
                <Field
                  label={t('studies.groupOf', { name })}
                  hideLabel
                  value={group}
                  maxLength={60}
                  onChange={(value) => props.onChange(at, { group: value })}
                />
              </td>
              <td>
                <Field
                  label={t('studies.replicateOf', { name })}
                  hideLabel
                  value={replicate}
                  placeholder={name}
                  maxLength={120}
                  onChange={(value) => props.onChange(at, { replicate: value })}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
