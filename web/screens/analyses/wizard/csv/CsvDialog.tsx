import { useMemo, useRef, useState } from 'react'
import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import { application as applicationEntity } from '../../../../../domain/entities/application.ts'
import type { Protocol } from '../../../../../domain/entities/protocol.ts'
import { type ListType, listTypes } from '../../../../../workers/files/sample-list/place-samples.ts'
import { writeListTemplate } from '../../../../../workers/files/sample-list/write-template.ts'
import { makeUuid } from '../../../../client/make-uuid.ts'
import { saveFile } from '../../../../client/save-file.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { Button } from '../../../../parts/button/Button.tsx'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import { CheckField } from '../../../../parts/form/CheckField.tsx'
import { Segments } from '../../../../parts/form/Segments.tsx'
import { Notice } from '../../../../parts/notice/Notice.tsx'
import { changeLayout } from '../../../../state/draft.ts'
import type { Layout } from '../../../../state/draft-steps.ts'
import { showToast } from '../../../../state/toasts.ts'
import { useRecords } from '../../../../state/use-records.ts'
import { CsvResult } from './CsvResult.tsx'
import { CsvSettings } from './CsvSettings.tsx'
import styles from './Csv.module.css'
import { useListSettings } from './use-list-settings.ts'
import { useSampleList } from './use-sample-list.ts'

/** Takes samples from a list that a laboratory has already: shown row by row first, then taken in one step that undo takes back. */
export function CsvDialog(props: {
  cartridge: CartridgeType
  layout: Layout
  protocol: Protocol | null
  onClose: () => void
}) {
  const { cartridge, onClose } = props
  const [type, setType] = useState<ListType>('create')
  const [file, setFile] = useState<File | null>(null)
  const { settings, change, send } = useListSettings()
  const target = useTarget(props)
  const hasNames = target.predefined.length > 0
  const list = useSampleList(file, type, settings, target)
  const count = list.step === 'read' ? list.placed.taken.length : 0
  const close = () => {
    send()
    onClose()
  }
  const take = () => {
    if (list.step !== 'read' || count === 0) return
    const { samples, taken } = list.placed
    changeLayout(() => samples)
    const names = new Set(taken.map(({ name }) => name)).size
    showToast('done', t('wizard.csv.taken', { count: names }))
    close()
  }
  const names = list.step === 'read' ? new Set(list.placed.taken.map(({ name }) => name)).size : 0
  return (
    <Dialog
      open
      size="large"
      title={t('wizard.csv.title')}
      onClose={close}
      onSubmit={take}
      actions={
        <>
          <Button onClick={close}>{t('parts.cancel')}</Button>
          <Button
            type="submit"
            kind="primary"
            icon="check"
            disabledReason={
              count > 0 ? null : t(file ? 'wizard.csv.take.none' : 'wizard.csv.take.noFile')
            }
          >
            {t('wizard.csv.take', { count: names })}
          </Button>
        </>
      }
    >
      <div className={styles.dialog}>
        <Segments
          label={t('wizard.csv.type')}
          value={type}
          choices={listTypes.map((one) => ({
            value: one,
            label: t(`wizard.csv.type.${one}`),
            disabled: one === 'names' && !hasNames,
          }))}
          onChange={setType}
        />
        <p className={styles.quiet}>
          {t(`wizard.csv.type.${type}.hint`)} {!hasNames && t('wizard.csv.type.names.none')}
        </p>
        <div className={styles.tools}>
          <FileButton file={file} onChoose={setFile} />
          <Button
            icon="download"
            onClick={() => {
              const bytes = writeListTemplate(cartridge, target.predefined, settings)
              const name = `bapp-samples-${cartridge.rows}x${cartridge.columns}.csv`
              saveFile({ bytes, type: 'text/csv; charset=utf-8', name }, name)
            }}
          >
            {t('wizard.csv.template')}
          </Button>
          <CheckField
            label={t('wizard.csv.clean')}
            checked={settings.clean_cartridge}
            onChange={(clean_cartridge) => change({ clean_cartridge })}
          />
        </div>
        <CsvSettings settings={settings} onChange={change} />
        {list.step === 'failed' && (
          <Notice kind="error" title={t('wizard.csv.failed', { name: file?.name ?? '' })}>
            {faultText(list.fault)}
          </Notice>
        )}
        {list.step === 'read' && (
          <CsvResult placed={list.placed} cartridge={cartridge} name={file?.name ?? ''} />
        )}
      </div>
    </Dialog>
  )
}

/** What a list is put onto; the layout whose names count is the protocol's, else what lies there. */
function useTarget(props: { cartridge: CartridgeType; layout: Layout; protocol: Protocol | null }) {
  const { cartridge, layout, protocol } = props
  const applications = useRecords(applicationEntity)
  return useMemo(() => {
    const own = (applications ?? [])
      .filter(({ uuid }) => protocol?.application_uuids.includes(uuid))
      .map(({ name }) => name)
    return {
      shape: cartridge,
      present: layout,
      predefined: protocol && protocol.layout.length > 0 ? protocol.layout : layout,
      applications: own.length > 0 ? own : null,
      newId: makeUuid,
    }
  }, [cartridge, layout, protocol, applications])
}

function FileButton({ file, onChoose }: { file: File | null; onChoose: (file: File) => void }) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon="upload" onClick={() => input.current?.click()}>
        {t(file ? 'wizard.csv.chooseOther' : 'wizard.csv.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        aria-label={t('wizard.csv.choose')}
        hidden
        onChange={({ currentTarget }) => {
          const [chosen] = currentTarget.files ?? []
          if (chosen) onChoose(chosen)
          // The same file may be chosen again, once it has been mended.
          currentTarget.value = ''
        }}
      />
    </>
  )
}
