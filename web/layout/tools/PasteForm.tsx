import { useMemo, useState } from 'react'
import { makeUuid } from '../../client/make-uuid.ts'
import { t } from '../../i18n/intl.ts'
import { CheckField } from '../../parts/form/CheckField.tsx'
import { Segments } from '../../parts/form/Segments.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { placeOf, type Shape, wellAt } from '../../state/layout-steps/wells.ts'
import type { CopiedBlock } from '../copy-wells.ts'
import { openWells, pasteWells, readCopied } from '../paste-wells.ts'
import { type PasteKind, type PasteProblem, readPasted } from '../read-pasted.ts'
import { readTypeWord } from '../type-words.ts'
import type { ToolContext } from './tool-context.ts'
import styles from './Tools.module.css'
import { usePreview } from './use-preview.ts'

const mostShown = 8

/**
 * Preview cells copied from a spreadsheet on the plate. The text can be corrected in place; lines that cannot be used are
 * reported, and the rest may be applied without them.
 */
export function PasteForm(props: {
  context: ToolContext
  text: string
  blockOf: (text: string) => CopiedBlock | null
}) {
  const { context, blockOf } = props
  const { layout, wells, shape, direction, planned } = context
  const [text, setText] = useState(props.text)
  const [emptied, setEmptied] = useState(false)
  const [as, setAs] = useState<PasteKind | null>(null)
  const [overControls, setOverControls] = useState(false)
  const pasted = useMemo(() => {
    const origin = cornerOf(wells, shape)
    const own = blockOf(text)
    if (own) return readCopied(own, origin, shape)
    const open = openWells(layout, wells, { shape, direction, overControls })
    return readPasted(text, { shape, origin, typeOf: readTypeWord, as, open })
  }, [text, layout, wells, shape, direction, blockOf, as, overControls])
  const hasControls = layout.some(({ sample_type }) => sample_type !== 'unknown')
  const kinds = kindsOf(text)
  const outcome = useMemo(
    () => ({
      layout: pasteWells(layout, pasted, { wells, emptied, newId: makeUuid, planned }),
      fallen: 0,
      faulty: pasted.problems.flatMap(({ well }) => well ?? []),
    }),
    [layout, pasted, wells, emptied, planned],
  )
  usePreview(context, outcome)
  return (
    <>
      <TextAreaField
        label={t('wizard.paste.text')}
        hint={t('wizard.paste.hint')}
        rows={6}
        value={text}
        onChange={setText}
      />
      {pasted.kind !== 'nothing' && (
        <Segments
          label={t('wizard.paste.as')}
          showLabel
          value={pasted.kind}
          choices={kinds.map((one) => ({
            value: one,
            label: t(`wizard.paste.as.${one}`),
          }))}
          onChange={setAs}
        />
      )}
      {pasted.kind === 'names' && (
        <p>
          {t(`wizard.paste.names.${direction}`, {
            count: pasted.placements.length,
            from: pasted.placements[0]?.wells[0] ?? '',
          })}
        </p>
      )}
      {pasted.kind === 'names' && hasControls && (
        <CheckField
          label={t('wizard.paste.overControls')}
          checked={overControls}
          onChange={setOverControls}
        />
      )}
      {pasted.blank.length > 0 && (
        <CheckField
          label={t('wizard.paste.blank', { count: pasted.blank.length })}
          checked={emptied}
          onChange={setEmptied}
        />
      )}
      <Problems problems={pasted.problems} />
    </>
  )
}

/** List the forms that a text may have: only one column can be names without wells. */
function kindsOf(text: string): readonly PasteKind[] {
  return text.trim().includes('\t') ? ['block', 'list'] : ['names', 'block', 'list']
}

function Problems({ problems }: { problems: readonly PasteProblem[] }) {
  if (problems.length === 0) return null
  return (
    <div className={styles.warning} role="status">
      <p>{t('wizard.paste.problems', { count: problems.length })}</p>
      <ul className={styles.problems}>
        {problems.slice(0, mostShown).map(({ line, text, reason, well }) => (
          <li key={`${line}-${well}-${text}`}>
            {t('wizard.paste.problem', {
              line,
              text: text.slice(0, 40),
              why: t(`wizard.paste.why.${reason}`),
            })}
          </li>
        ))}
        {problems.length > mostShown && (
          <li>{t('wizard.layout.more', { count: problems.length - mostShown })}</li>
        )}
      </ul>
    </div>
  )
}

/** Return the upper left corner of the selection, where a block begins. */
function cornerOf(wells: readonly string[], shape: Shape): string {
  const places = wells.flatMap((well) => placeOf(well, shape) ?? [])
  const row = Math.min(...places.map((one) => one.row))
  const column = Math.min(...places.map((one) => one.column))
  return wellAt(row, column, shape) ?? 'A1'
}
