import { type KeyboardEvent, lazy, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { cartridges } from '../../../../domain/catalog/cartridges.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import { wellName } from '../../../../domain/rules/well.ts'
import { faultText } from '../../../i18n/faults.ts'
import { t } from '../../../i18n/intl.ts'
import { Button } from '../../../parts/button/Button.tsx'
import { Notice } from '../../../parts/notice/Notice.tsx'
import { Segments } from '../../../parts/form/Segments.tsx'
import { PlateGrid } from '../../../parts/plate/PlateGrid.tsx'
import { changeLayout, type Draft, redoLayout, undoLayout } from '../../../state/draft.ts'
import { clearWells } from '../../../state/draft-steps.ts'
import { AnonymousHint } from '../shared/AnonymousHint.tsx'
import { layoutLook } from '../shared/layout-look.ts'
import { plateRoom } from '../shared/plate-room.ts'
import { namesOf } from '../../../../domain/rules/well-ranges.ts'
import { takeProtocolLayout } from './choose-method.ts'
import type { Plan } from './plan.ts'
import { SampleInspector } from './SampleInspector.tsx'
import { SampleList } from './SampleList.tsx'
import { Step } from './Step.tsx'
import styles from './Wizard.module.css'

// Opened by few; the readers of files come with it.
const CsvDialog = lazy(async () => ({ default: (await import('./csv/CsvDialog.tsx')).CsvDialog }))

/** The cartridge with its samples, and beside it what is done to the selected wells. */
export function LayoutStep(props: { draft: Draft; plan: Plan; problems: readonly FaultDetail[] }) {
  const { draft, plan, problems } = props
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [colourBy, setColourBy] = useState<'type' | 'sample'>('type')
  const [importing, setImporting] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const cartridge = draft.cartridge_type && cartridges[draft.cartridge_type]
  const samples = draft.layout.present
  const look = useMemo(
    () => cartridge && layoutLook(samples, cartridge, colourBy),
    [samples, cartridge, colourBy],
  )
  const wellLook = useCallback(
    (index: number) => look?.[index] ?? { label: '', quiet: true },
    [look],
  )
  if (!cartridge) {
    return (
      <Step number={3} title={t('wizard.layout')}>
        <p className={styles.quiet}>{t('wizard.layout.first')}</p>
      </Step>
    )
  }
  const wells = namesOf(selected, cartridge)
  const onKeyDown = (event: KeyboardEvent) => {
    const held = event.ctrlKey || event.metaKey
    const typing = event.target instanceof HTMLInputElement
    if (typing) return
    if (held && event.key === 'z' && !event.shiftKey) undoLayout()
    else if (held && (event.key === 'y' || (event.key.toLowerCase() === 'z' && event.shiftKey)))
      redoLayout()
    else if (event.key === 'Delete' || event.key === 'Backspace') {
      changeLayout((layout) => clearWells(layout, wells))
    } else return
    event.preventDefault()
  }
  const { protocol } = plan
  return (
    <Step
      number={3}
      title={t('wizard.layout')}
      tools={
        <>
          <Segments
            label={t('wizard.colourBy')}
            value={colourBy}
            choices={[
              { value: 'type', label: t('wizard.colourBy.type') },
              { value: 'sample', label: t('wizard.colourBy.sample') },
            ]}
            onChange={setColourBy}
          />
          <Button
            kind="plain"
            disabledReason={draft.layout.past.length === 0 ? t('wizard.undo.none') : null}
            onClick={undoLayout}
          >
            {t('wizard.undo')}
          </Button>
          <Button
            kind="plain"
            disabledReason={draft.layout.future.length === 0 ? t('wizard.redo.none') : null}
            onClick={redoLayout}
          >
            {t('wizard.redo')}
          </Button>
          <Button kind="plain" icon="upload" onClick={() => setImporting(true)}>
            {t('wizard.csv.open')}
          </Button>
          {protocol && protocol.layout.length > 0 && (
            <Button kind="plain" onClick={() => takeProtocolLayout(protocol, draft.cartridge_type)}>
              {t('wizard.layout.fromProtocol')}
            </Button>
          )}
        </>
      }
    >
      {importing && (
        <Suspense>
          <CsvDialog
            cartridge={cartridge}
            layout={samples}
            protocol={protocol}
            onClose={() => setImporting(false)}
          />
        </Suspense>
      )}
      <AnonymousHint text={t('wizard.anonymous')} />
      <div className={styles.layout} onKeyDown={onKeyDown}>
        <div className={styles.plate} style={plateRoom(cartridge)}>
          <PlateGrid
            label={t('wizard.plate', { name: draft.name })}
            rows={cartridge.rows}
            columns={cartridge.columns}
            wellLook={wellLook}
            selected={selected}
            onSelect={setSelected}
            onOpen={() => nameField.current?.focus()}
            hint
          />
        </div>
        <SampleInspector
          key={wells.join()}
          layout={samples}
          wells={wells}
          cartridge={cartridge}
          nameField={nameField}
        />
      </div>
      {problems.length > 0 && (
        <Notice kind="warning" title={t('wizard.layout.problems', { count: problems.length })}>
          <ul className={styles.problems}>
            {problems.slice(0, 6).map((problem, at) => (
              <li key={at}>{faultText(problem)}</li>
            ))}
            {problems.length > 6 && (
              <li>{t('wizard.layout.more', { count: problems.length - 6 })}</li>
            )}
          </ul>
        </Notice>
      )}
      <SampleList
        layout={samples}
        cartridge={cartridge}
        onShow={(coordinates) =>
          setSelected(
            new Set(
              Array.from(
                { length: cartridge.rows * cartridge.columns },
                (_, index) => index,
              ).filter((index) => coordinates.includes(wellName(cartridge, index))),
            ),
          )
        }
      />
    </Step>
  )
}
