import { useRef, useState } from 'react'
import type { FileProgramme, LeftOut } from '../../../../workers/files/rdml/read-programmes.ts'
import type { Notice as FileNotice } from '../../../../workers/files/notices.ts'
import { cutName } from '../../../../domain/rules/plain-text.ts'
import { inWorker } from '../../../../workers/pool.ts'
import { version } from '../../../../package.json'
import { saveFile } from '../../../client/save-file.ts'
import { sayCelsius } from '../../../entities/process-recipe/say-step.ts'
import { errorTexts } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Dialog } from '../../../parts/dialog/Dialog.tsx'
import { SelectField } from '../../../parts/form/SelectField.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { showErrors } from '../../../state/show-errors.ts'
import { showToast } from '../../../state/toasts.ts'
import { type Draft, makeChannel, processOf, stepOf } from './draft/draft.ts'
import styles from './Editor.module.css'
import type { EditedRecipe } from './draft/process-draft.ts'

/** Import programmes from an RDML file, and export one. */
export function RdmlTools(props: {
  recipe: EditedRecipe
  /** Nothing but a name may be missing of what is written. */
  isWhole: boolean
  readOnly: boolean
}) {
  const { recipe, isWhole, readOnly } = props
  const [isOpen, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  const { draft } = recipe
  const write = async () => {
    setBusy(true)
    try {
      await writeFile(draft)
    } catch (error) {
      showErrors(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      {!readOnly && (
        <Button icon="upload" onClick={() => setOpen(true)}>
          {t('methods.rdml.in')}
        </Button>
      )}
      <Button
        icon="download"
        busy={busy}
        disabledReason={isWhole ? null : t('methods.rdml.notWhole')}
        onClick={() => void write()}
      >
        {t('methods.rdml.out')}
      </Button>
      {isOpen && (
        <ReadDialog
          onTake={(programme) =>
            recipe.act({ type: 'replace', draft: takeProgramme(draft, programme) })
          }
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

async function writeFile(draft: Draft): Promise<void> {
  const name = draft.name.trim() || t('methods.programme')
  const writer = { software: 'bApp', version, made: null }
  const written = await inWorker(
    'writeRdmlProgramme',
    null,
    { name, process: processOf(draft) },
    writer,
  )
  const file = { bytes: written.bytes, type: 'application/vnd.rdml+zip', name: `${name}.rdml` }
  saveFile(file, 'programme.rdml')
  const lost = written.notices.map(sayNotWritten)
  if (lost.length > 0) showToast('warning', lost.join(' '), undefined, t('methods.rdml.leftOut'))
}

function sayNotWritten({ place, params }: FileNotice): string {
  return t('methods.rdml.notWritten', {
    place: place.path ?? '',
    name: String(params['name'] ?? ''),
    value: String(params['value'] ?? ''),
  })
}

/** Take over what a file says: steps, the lid where it is known, and channels where its dyes are ours. */
function takeProgramme(
  draft: Draft,
  { steps, lid_temperature: lid, channels, name }: FileProgramme,
): Draft {
  return {
    ...draft,
    name: draft.name.trim() === '' ? cutName(name, 120) : draft.name,
    steps: (steps ?? []).map(stepOf),
    lid_temperature: lid ?? draft.lid_temperature,
    channels: channels.length > 0 ? channels.map(makeChannel) : draft.channels,
  }
}

function ReadDialog(props: { onTake: (programme: FileProgramme) => void; onClose: () => void }) {
  const { file, programmes, failure, busy, read } = useFile()
  const [chosen, setChosen] = useState(0)
  const picker = useRef<HTMLInputElement>(null)
  const programme = programmes[chosen]
  const take = () => {
    if (!programme?.steps) return
    props.onTake(programme)
    props.onClose()
  }
  return (
    <Dialog
      open
      title={t('methods.rdml.title')}
      role="alertdialog"
      size="medium"
      onClose={props.onClose}
      actions={
        <>
          <Button onClick={props.onClose}>{t('parts.cancel')}</Button>
          <Button
            kind="primary"
            disabledReason={programme?.steps ? null : t('methods.rdml.chooseFile')}
            onClick={take}
          >
            {t('methods.rdml.take')}
          </Button>
        </>
      }
    >
      <div
        className={styles.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          // Keep the file from the page, which would import its runs.
          event.preventDefault()
          event.nativeEvent.stopPropagation()
          const [dropped] = event.dataTransfer.files
          if (dropped) read(dropped)
        }}
      >
        <p>{file ?? t('methods.rdml.drop')}</p>
        <Button icon="upload" busy={busy} onClick={() => picker.current?.click()}>
          {t('methods.rdml.choose')}
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          accept=".rdml,.rdm,.xml"
          aria-label={t('methods.rdml.choose')}
          onChange={({ target }) => {
            const [picked] = target.files ?? []
            if (picked) read(picked)
            target.value = ''
          }}
        />
      </div>
      {failure.length > 0 && <Notice kind="error">{failure.join(' ')}</Notice>}
      {programmes.length > 1 && (
        <SelectField
          label={t('methods.rdml.which')}
          value={String(chosen)}
          choices={programmes.map(({ name }, at) => ({ value: String(at), label: name }))}
          onChange={(value) => setChosen(Number(value))}
        />
      )}
      {programme && <Found programme={programme} />}
    </Dialog>
  )
}

function Found({ programme: { name, steps, leftOut } }: { programme: FileProgramme }) {
  if (!steps) return <Notice kind="error">{t('methods.rdml.unreadable', { name })}</Notice>
  return (
    <>
      <p>{t('methods.rdml.found', { name, count: steps.length })}</p>
      {leftOut.length > 0 && (
        <Notice kind="warning" title={t('methods.rdml.leftOut')}>
          <ul>
            {leftOut.map((one, index) => (
              <li key={index}>{sayLeftOut(one)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  )
}

function sayLeftOut(one: LeftOut): string {
  switch (one.kind) {
    case 'gradient':
      return t('methods.rdml.gradient', {
        step: one.step,
        low: sayCelsius(one.low),
        high: sayCelsius(one.high),
      })
    case 'element':
      return t('methods.rdml.element', { step: one.step, name: one.name, value: one.value })
    case 'dye':
      return t('methods.rdml.dye', { name: one.name })
  }
}

function useFile() {
  const [file, setFile] = useState<string | null>(null)
  const [programmes, setProgrammes] = useState<readonly FileProgramme[]>([])
  const [failure, setFailure] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const read = async (picked: File) => {
    setFile(picked.name)
    setProgrammes([])
    setFailure([])
    setBusy(true)
    try {
      const bytes = new Uint8Array(await picked.arrayBuffer())
      setProgrammes(await inWorker('readProgrammes', null, picked.name, bytes))
    } catch (error) {
      setFailure(errorTexts(error))
    } finally {
      setBusy(false)
    }
  }
  return { file, programmes, failure, busy, read: (picked: File) => void read(picked) }
}
