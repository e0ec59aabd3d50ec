import { useState } from 'react'
import { auditCalls, type QueueRow } from '../../../domain/calls/audit.ts'
import { type MarkWord, markWords } from '../../../domain/entities/audit-review.ts'
import { seenLength } from '../../../domain/rules/plain-text.ts'
import { call } from '../../client/call.ts'
import { t } from '../../i18n/intl.ts'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { inOneLine } from '../../parts/form/in-one-line.ts'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'

/** Say one word about entries, with a note where it is not simply in order. */
export function MarkDialog(props: {
  entries: readonly QueueRow[]
  onDone: () => void
  onClose: () => void
}) {
  const { entries, onDone, onClose } = props
  const known = entries.length === 1 ? entries[0]?.mark : null
  const [word, setWord] = useState<MarkWord>(known?.word ?? 'in_order')
  const [note, setNote] = useState(known?.note ?? '')
  const sending = useSending(['note'])
  const isMissing = word !== 'in_order' && seenLength(note) < 3
  const submit = async () => {
    const body = { entries: entries.map(({ seq }) => seq), word, note: inOneLine(note) }
    const send = async (opId: string) => {
      await call(auditCalls.mark, { body }, { opId })
      showToast('done', t('trail.mark.done', { count: entries.length }))
    }
    if (!(await sending.send(!isMissing, send, body))) return
    onDone()
    onClose()
  }
  return (
    <FormDialog
      title={t('trail.mark.title', { count: entries.length })}
      submit={t('trail.mark.save')}
      sending={sending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <SelectField
        label={t('trail.column.word')}
        value={word}
        choices={markWords.map((value) => ({ value, label: t(`trail.word.${value}`) }))}
        onChange={(value) => setWord(value as MarkWord)}
      />
      <TextAreaField
        label={t('trail.mark.note')}
        hint={t('trail.mark.noteHint')}
        value={note}
        rows={2}
        maxLength={500}
        required={word !== 'in_order'}
        error={
          sending.refused['note'] ?? (sending.tried && isMissing ? t('fault.note_needed') : null)
        }
        onChange={(text) => {
          sending.forget('note')
          setNote(text)
        }}
      />
    </FormDialog>
  )
}
