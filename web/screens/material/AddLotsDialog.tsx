import { useMemo, useState } from 'react'
import { bkitCalls } from '../../../domain/calls/bkits.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { call } from '../../client/call.ts'
import { type ListedLot, mostAtOnce, readLots } from '../../entities/lot/read-lots.ts'
import { t } from '../../i18n/intl.ts'
import { FileButton } from '../../parts/button/FileButton.tsx'
import { FormDialog } from '../../parts/dialog/FormDialog.tsx'
import { SelectField } from '../../parts/form/SelectField.tsx'
import { TextAreaField } from '../../parts/form/TextAreaField.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { ListPreview, useListCheck } from '../../record/ListPreview.tsx'
import { readListFile } from '../../record/read-list-file.ts'
import { resyncRecords } from '../../state/records.ts'
import { showErrors } from '../../state/show-errors.ts'
import { showToast } from '../../state/toasts.ts'
import { useSending } from '../../state/use-sending.ts'

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
  const { lots: listed, unread } = useMemo(
    () => readLots(text, kits, known, kits.find(({ uuid }) => uuid === usual) ?? null),
    [text, kits, known, usual],
  )
  const body = { lots: listed.flatMap(asSent) }
  const { judged, check } = useListCheck(listed, body, {
    name: 'lots',
    refused: 'lots_refused',
    ask: () => call(bkitCalls.checkLots, { body }),
  })
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
      wide="table"
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
        error={sending.tried && listed.length === 0 ? t('fault.required') : null}
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
          <DryRun listed={judged} unread={unread} />
        </>
      )}
    </FormDialog>
  )
}

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
        onFile={(file) => void readListFile(file).then(onText, showErrors)}
      >
        {t('material.readFile')}
      </FileButton>
    </div>
  )
}

function DryRun({ listed, unread }: { listed: readonly ListedLot[]; unread: readonly string[] }) {
  return (
    <ListPreview
      label={t('material.dryRunLabel')}
      rows={listed}
      unread={unread}
      columns={[
        {
          id: 'lot',
          header: t('material.column.lot'),
          cell: ({ lot_number }) => <bdi dir="ltr">{lot_number}</bdi>,
        },
        { id: 'boxes', header: t('material.column.boxes'), cell: ({ boxes }) => boxes ?? '–' },
        {
          id: 'kit',
          header: t('material.column.kit'),
          cell: ({ kit }) => (kit ? `${kit.name} ${kit.ref}` : '–'),
        },
        {
          id: 'expiry',
          header: t('material.column.expiry'),
          cell: ({ expiry_date, kit, storage }) => (
            <bdi dir="ltr">
              {[expiry_date || kit?.expiry_date, storage].filter(Boolean).join(' · ')}
            </bdi>
          ),
        },
      ]}
    />
  )
}
