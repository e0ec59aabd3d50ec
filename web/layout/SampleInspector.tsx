import { type FocusEvent, type FormEvent, useState } from 'react'
import { type SampleType, sampleTypes } from '../../domain/entities/analysis.ts'
import { writeWells } from '../../domain/rules/well-ranges.ts'
import { makeUuid } from '../client/make-uuid.ts'
import { t } from '../i18n/intl.ts'
import { Button } from '../parts/button/Button.tsx'
import { Field } from '../parts/form/Field.tsx'
import { Segments } from '../parts/form/Segments.tsx'
import { SelectField } from '../parts/form/SelectField.tsx'
import { clearWells, fillEach, type Layout, ownersOf } from '../state/draft-steps.ts'
import { assignName, setType } from '../state/layout-steps/assign.ts'
import { guessType, orderWells } from '../state/layout-steps/wells.ts'
import { sampleBadges } from '../entities/sample/sample-look.ts'
import { MixField, QuantityField } from './InspectorFields.tsx'
import styles from './Layout.module.css'
import { onlyOf } from './only-of.ts'
import type { Editor } from './use-editor.ts'

type Mode = 'one' | 'each'

/**
 * Show and change the content of the selected wells; mounted again for each selection. Type, mix and quantity change the whole
 * selection at once; a field says so where it has several values.
 */
export function SampleInspector(props: {
  editor: Editor
  mixes: readonly string[]
  /** Problems of these wells. */
  problems: readonly string[]
}) {
  const { editor, mixes } = props
  const { layout, wells, shape, book } = editor
  const owners = ownersOf(layout, wells)
  const [type, chooseType] = useState<SampleType>('unknown')
  const [mode, setMode] = useState<Mode>('one')
  const shownType = owners.length === 0 ? type : (onlyOf(owners, (one) => one.sample_type) ?? '')
  const known = onlyOf(owners, (one) => one.name) ?? ''
  const { typed, setTyped, ...handlers } = useTypedName(editor, known, { type: shownType, mode })
  const name = typed ?? known
  if (wells.length === 0) {
    return (
      <div className={styles.inspector}>
        <p className={styles.quiet}>{t('wizard.inspector.none')}</p>
      </div>
    )
  }
  const mixed = t('wizard.inspector.mixed', { count: owners.length })
  return (
    <form
      className={styles.inspector}
      aria-label={t('wizard.inspector')}
      // Count the name alone as unsaved: everything else goes into the draft at once.
      data-kept={typed === null || undefined}
      {...handlers}
    >
      <Selected wells={writeWells(wells, shape)} count={wells.length} problems={props.problems} />
      <Field
        label={t('wizard.inspector.name')}
        placeholder={owners.length > 1 && name === '' ? mixed : ''}
        value={name}
        maxLength={110}
        autoComplete="off"
        onChange={setTyped}
      />
      <TypeField
        type={shownType}
        onChange={(one) => {
          chooseType(one)
          // Change the type of present samples at once; in empty wells it is kept for the fill.
          book.change((before) => setType(before, wells, one))
        }}
      />
      {mixes.length > 0 && owners.length > 0 && (
        <MixField editor={editor} owners={owners} mixes={mixes} />
      )}
      {shownType === 'standard' && owners.length > 0 && (
        <QuantityField editor={editor} owners={owners} />
      )}
      {wells.length > 1 && <ModeField mode={mode} onChange={setMode} />}
      <Buttons
        count={wells.length}
        isEmpty={owners.length === 0}
        onClear={() => {
          setTyped(null)
          editor.change(
            (before) => clearWells(before, wells),
            t('wizard.said.cleared', { wells: writeWells(wells, shape) }),
          )
        }}
      />
      {wells.length > 1 && (
        <p className={styles.quiet}>
          {t(mode === 'one' ? 'wizard.inspector.one.hint' : 'wizard.inspector.each.hint')}
        </p>
      )}
    </form>
  )
}

/**
 * Keep the name that is typed for the selected wells, and put it into them: by its button, or once the form is left, as other wells
 * show another one.
 * @param known name that they have; null is typed while it is shown.
 */
function useTypedName(
  editor: Editor,
  known: string,
  { type, mode }: { type: SampleType | ''; mode: Mode },
) {
  const { wells, shape } = editor
  const [typed, setTyped] = useState<string | null>(null)
  const name = (typed ?? known).trim()
  const fill = () => {
    const ordered = orderWells(wells, shape, editor.direction)
    const facts = { name: name || t(`sample.type.${type || 'unknown'}`), type: type || null }
    editor.change(
      (before) => putFacts(before, ordered, facts, mode),
      t('wizard.said.assigned', { name: facts.name, wells: writeWells(wells, shape) }),
    )
    setTyped(null)
  }
  return {
    typed,
    setTyped,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      fill()
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (typed === null || currentTarget.contains(relatedTarget)) return
      if (name === '' || name === known) setTyped(null)
      else fill()
    },
  }
}

/** Choose if the wells hold one sample, or a sample each. */
function ModeField(props: { mode: Mode; onChange: (mode: Mode) => void }) {
  return (
    <Segments
      label={t('wizard.inspector.mode')}
      value={props.mode}
      choices={[
        { value: 'one', label: t('wizard.inspector.one') },
        { value: 'each', label: t('wizard.inspector.each') },
      ]}
      onChange={props.onChange}
    />
  )
}

/** Name the selected wells, and list their problems. */
function Selected(props: { wells: string; count: number; problems: readonly string[] }) {
  return (
    <>
      <h3>
        {t('wizard.inspector.selected', { count: props.count })}{' '}
        <bdi dir="ltr" className={styles.quiet}>
          {props.wells}
        </bdi>
      </h3>
      {props.problems.length > 0 && (
        <ul className={styles.wellProblems}>
          {props.problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Choose the type of the samples; an empty type means several. */
function TypeField(props: { type: SampleType | ''; onChange: (type: SampleType) => void }) {
  const { type } = props
  return (
    <SelectField
      label={t('wizard.inspector.type')}
      value={type}
      {...(type === '' ? { placeholder: t('wizard.inspector.mixedTypes') } : {})}
      choices={sampleTypes.map((one) => ({
        value: one,
        label: `${sampleBadges[one]}  ${t(`sample.type.${one}`)}`,
      }))}
      onChange={(one) => props.onChange(one as SampleType)}
    />
  )
}

/** Fill the selected wells, or clear them. */
function Buttons(props: { count: number; isEmpty: boolean; onClear: () => void }) {
  return (
    <div className={styles.buttons}>
      <Button type="submit" icon="check">
        {t('wizard.inspector.fill', { count: props.count })}
      </Button>
      <Button
        kind="plain"
        disabledReason={props.isEmpty ? t('wizard.inspector.empty') : null}
        onClick={props.onClear}
      >
        {t('wizard.inspector.clear')}
      </Button>
    </div>
  )
}

/** Put the name with its facts into the wells, as one sample or one for each, in one step. */
function putFacts(
  layout: Layout,
  wells: readonly string[],
  { name, type }: { name: string; type: SampleType | null },
  mode: 'one' | 'each',
): Layout {
  const sample_type = type ?? guessType(name)
  if (mode === 'each') return fillEach(layout, wells, { name, sample_type }, makeUuid)
  const filled = assignName(layout, wells, name, makeUuid)
  return type ? setType(filled, wells, type) : filled
}
