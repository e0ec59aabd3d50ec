import { useMemo, useState } from 'react'
import { bkitCalls } from '../../../domain/calls/bkits.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { Fault } from '../../../domain/fault.ts'
import { call } from '../../client/call.ts'
import { type ListedLot, mostAtOnce, readLots, sortByLine } from '../../entities/lot/read-lots.ts'
import { fetchFaultTexts, faultText } from '../../i18n/faults.ts'
import { t } from '../../i18n/intl.ts'
import { FileButton } from '../../parts/button/FileButton.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { resyncRecords } from '../../state/records.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'
import styles from './AddLotsDialog.module.css'

/** Add lots from a pasted list or a file: each line is checked while it is typed, and all of them are added or none. */
export function AddLotsDialog(props: {
  kits: readonly Bkit[]
  lots: readonly BkitLot[]
  /** List to begin with, as of a scanned label. */
  list: string
  onAdded: () => void
  onClose: () => void
}) {
  const { kits, lots } = props
  const [text, setText] = useState(props.list)
  const [usual, setUsual] = useState('')
  const sending = useSending([])
  const known = useMemo(() => new Set(lots.map(({ lot_number }) => lot_number)), [lots])
  const listed = useMemo(
    () => readLots(text, kits, known, kits.find(({ uuid }) => uuid === usual) ?? null),
    [text, kits, known, usual],
  )
  const body = { lots: listed.flatMap(asSent) }
  const { judged, check } = useServiceCheck(listed, body)
  const wrong = judged.filter(({ problems }) => problems.length > 0).length
  const tooMany = listed.length > mostAtOnce
  const submit = async () => {
    const isComplete = listed.length > 0 && wrong === 0 && !tooMany
    const work = async (opId: string) => {
      await check()
      const { created } = await call(bkitCalls.inject, { body }, { opId })
      props.onAdded()
      resyncRecords()
      showToast('done', t('material.lotsAdded', { count: created }))
    }
    if (await sending.send(isComplete, work, body)) props.onClose()
  }
  return (
    <FormDialog
      title={t('material.addLots')}
      submit={t('material.addCount', { count: listed.length })}
      wide
      sending={sending}
      onSubmit={() => void submit()}
      onClose={props.onClose}
    >
      <SelectField
        label={t('material.usualKit')}
        hint={t('material.usualKitHint')}
        value={usual}
        placeholder={t('material.noUsualKit')}
        choices={kits.map(({ uuid, name, ref, lot }) => ({
          value: uuid,
          label: `${name} · ${ref} · ${lot}`,
        }))}
        onChange={setUsual}
      />
      <TextAreaField
        label={t('material.list')}
        hint={t('material.listHint')}
        rows={6}
        autoFocus
        value={text}
        onChange={setText}
      />
      <ReadFile onText={setText} />
      {tooMany && (
        <Notice kind="error">
          {t('material.tooMany', { count: listed.length, most: mostAtOnce })}
        </Notice>
      )}
      {listed.length > 0 && (
        <>
          <p role="status">{t('material.dryRun', { good: listed.length - wrong, wrong })}</p>
          <DryRun listed={judged} />
        </>
      )}
    </FormDialog>
  )
}

/** Have the service judge a list before anything is written, and sort what it refuses to the lines. */
function useServiceCheck(listed: readonly ListedLot[], body: { lots: NewLot[] }) {
  const [refused, setRefused] = useState<{ of: string; lines: Lines } | null>(null)
  // Keep the verdict for the list that was sent, not for a later one.
  const lines = refused?.of === JSON.stringify(body) ? refused.lines : null
  const judged = lines
    ? listed.map((one, at) => ({ ...one, problems: [...one.problems, ...(lines.get(at) ?? [])] }))
    : listed
  /** @throws Fault with what belongs to no line, or one that leads to the table. */
  const check = async () => {
    try {
      await call(bkitCalls.checkLots, { body })
    } catch (error) {
      if (!(error instanceof Fault)) throw error
      await fetchFaultTexts(error)
      const { lines: found, others } = sortByLine(error.details)
      setRefused({ of: JSON.stringify(body), lines: found })
      const [first, ...rest] = others
      if (first) throw new Fault([first, ...rest])
      throw new Fault('refused', 'Lines with a problem', { reason: 'lots_refused' })
    }
  }
  return { judged, check }
}

type NewLot = ReturnType<typeof asSent>[number]
type Lines = ReturnType<typeof sortByLine>['lines']

const asSent = ({ lot_number, boxes, kit, expiry_date, storage }: ListedLot) =>
  boxes === null || kit === null
    ? []
    : [
        {
          lot_number,
          boxes,
          bkit_uuid: kit.uuid,
          ...(expiry_date && { expiry_date }),
          ...(storage && { storage }),
        },
      ]

function ReadFile({ onText }: { onText: (text: string) => void }) {
  return (
    <div>
      <FileButton
        label={t('material.readFile')}
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        onFile={(file) => void file.text().then(onText)}
      >
        {t('material.readFile')}
      </FileButton>
    </div>
  )
}

/** Rows that are drawn; those with a problem come first, so that none of them is missed. */
const drawn = 100

function DryRun({ listed }: { listed: readonly ListedLot[] }) {
  const [bad, good] = [
    listed.filter(({ problems }) => problems.length > 0),
    listed.filter(({ problems }) => problems.length === 0),
  ]
  const shown = [...bad, ...good].slice(0, drawn)
  return (
    <div className={styles.room} role="region" aria-label={t('material.dryRunLabel')} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            {(['line', 'lot', 'boxes', 'kit', 'expiry', 'problem'] as const).map((name) => (
              <th key={name} scope="col">
                {t(`material.column.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map(({ line, lot_number, boxes, kit, expiry_date, storage, problems }) => (
            <tr key={line} data-wrong={problems.length > 0 || undefined}>
              <td>{line}</td>
              <td>
                <bdi dir="ltr">{lot_number}</bdi>
              </td>
              <td>{boxes ?? '–'}</td>
              <td>{kit ? `${kit.name} ${kit.ref}` : '–'}</td>
              <td>
                <bdi dir="ltr">
                  {[expiry_date || kit?.expiry_date, storage].filter(Boolean).join(' · ')}
                </bdi>
              </td>
              <td>{problems.map((one) => faultText(one)).join(' ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {listed.length > shown.length && (
        <p>{t('material.moreLines', { count: listed.length - shown.length })}</p>
      )}
    </div>
  )
}
