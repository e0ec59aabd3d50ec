import { useMemo, useRef, useState, useCallback, type RefObject, useEffect } from 'react'
import type { CartridgeType } from '../../../../../domain/catalog/cartridges.ts'
import { application as applicationEntity } from '../../../../../domain/entities/application.ts'
import type { Protocol } from '../../../../../domain/entities/protocol.ts'
import type {
  ListTarget,
  ListType,
  ControlWish,
} from '../../../../../workers/files/sample-list/list-wish.ts'
import type { ListView } from '../../../../../workers/files/sample-list/list-view.ts'
import { faultText } from '../../../../i18n/faults.ts'
import { t } from '../../../../i18n/intl.ts'
import { readDirection } from '../../../../layout/use-direction.ts'
import { Dialog } from '../../../../parts/dialog/Dialog.tsx'
import type { Layout } from '../../../../state/draft-steps.ts'
import { listWells } from '../../../../state/layout-steps/wells.ts'
import { useRecords } from '../../../../state/use-records.ts'
import { CsvSettings } from './CsvSettings.tsx'
import { DropArea } from './FileChoice.tsx'
import { listUndecided } from './FileColumns.tsx'
import { ListActions, useLeaving } from './ListActions.tsx'
import { ListDialect } from './ListDialect.tsx'
import { ListOutcome } from './ListOutcome.tsx'
import { ListSource } from './ListSource.tsx'
import { takeList } from './take-list.ts'
import { useListSettings } from './use-list-settings.ts'
import { type ChosenFile, useOpenList, type ListState } from './use-open-list.ts'
import { type ListColumn, listColumns } from '../../../../../domain/catalog/list-words.ts'
import { headerKey } from '../../../../../domain/rules/list-words.ts'
import { headerSettings } from '../../../../../workers/files/sample-list/list-columns.ts'
import {
  firstListSettings,
  type ListSettings,
} from '../../../../../workers/files/sample-list/list-settings.ts'

/** Selector of the next decision or, if none is open, of the rows. */
const next = '[aria-invalid=true], [data-decision] :is(button, select), table[role=grid]'

/**
 * Move the focus to the first decision, or to the rows, in reading order, after a file has been read; and again when
 * that decision is made. Leave the focus of a person who types.
 */
function useOutcomeFocus(
  area: RefObject<HTMLElement | null>,
  file: File | undefined,
  state: ListState,
): void {
  const last = useRef<File | undefined>(undefined)
  const decision = useRef<Element | null>(null)
  const view = state.step === 'read' ? state.view : null
  useEffect(() => {
    const isDecided = decision.current?.isConnected === false
    if (!view || (last.current === file && !isDecided)) return
    last.current = file
    decision.current = null
    if (document.activeElement?.matches('input, select, textarea')) return
    const found = area.current?.querySelector<HTMLElement>(next)
    found?.focus()
    decision.current = found?.closest('[data-decision]') ?? null
  }, [area, file, view])
}

interface Answers {
  /** Keys of headers that are not to be read. */
  ignored: readonly string[]
  controls: ControlWish
}

const none: Answers = { ignored: [], controls: 'ask' }

/**
 * Keep a person's answers about one file. They are not remembered, because the same header may matter in the next file.
 */
function useListAnswers() {
  const [answers, setAnswers] = useState(none)
  const ignore = useCallback((header: string) => {
    const key = headerKey(header)
    setAnswers((before) => ({
      ...before,
      ignored: [...before.ignored.filter((one) => one !== key), key],
    }))
  }, [])
  const read = useCallback((header: string) => {
    const key = headerKey(header)
    setAnswers((before) => ({ ...before, ignored: before.ignored.filter((one) => one !== key) }))
  }, [])
  const settle = useCallback(
    (controls: ControlWish) => setAnswers((before) => ({ ...before, controls })),
    [],
  )
  const reset = useCallback(() => setAnswers(none), [])
  return { answers, ignore, read, settle, reset }
}

/** Return a file that is read in the way that its content asks for; null for none. */
function readFirst(file: File | undefined): ChosenFile | null {
  return file ? { file, told: { encoding: null, delimiter: null } } : null
}

interface CsvDialogProps {
  cartridge: CartridgeType
  layout: Layout
  protocol: Protocol | null
  /** The list to begin with; the person chooses one otherwise. */
  file?: File
  /** Called when the samples are in the layout. */
  onTake?: () => void
  onClose: () => void
}

/** Take samples from a list that a laboratory has already: shown row by row first, then taken in one step with undo. */
export function CsvDialog(props: CsvDialogProps) {
  const [type, setType] = useState<ListType>('create')
  const [chosen, setChosen] = useState(() => readFirst(props.file))
  const { settings, change, send } = useListSettings()
  const { answers, ignore, read, settle, reset } = useListAnswers()
  const target = useTarget(props)
  const wish = useMemo(
    () => ({ type, settings, target, ...answers }),
    [type, settings, target, answers],
  )
  const open = useOpenList(chosen, wish)
  const area = useRef<HTMLDivElement>(null)
  useOutcomeFocus(area, chosen?.file, open.state)
  const view = open.state.step === 'read' ? open.state.view : null
  // Fill by orders, which name no wells: nobody means to read wells from them.
  const isOrders = view?.form === 'orders'
  useEffect(() => void (isOrders && setType('fill')), [isOrders, chosen])
  const name = chosen?.file.name ?? ''
  const gaps = checkSettings(settings, type)
  const refused = refuseTaking(view, chosen, gaps)
  const choose = (file: File) => {
    reset()
    setChosen(readFirst(file))
  }
  const leaving = useLeaving(view, () => {
    send()
    props.onClose()
  })
  const take = () => {
    if (!view || refused) return
    takeList(view, name)
    props.onTake?.()
    leaving.leave()
  }
  return (
    <Dialog
      open
      size="wide"
      title={t('wizard.csv.title')}
      onClose={leaving.close}
      onSubmit={take}
      busy={false}
      actions={<ListActions names={view?.names ?? 0} refused={refused} leaving={leaving} />}
    >
      <DropArea area={area} onChoose={choose}>
        <ListSource
          type={type}
          onType={setType}
          settings={settings}
          onChange={change}
          target={target}
          chosen={chosen !== null}
          onChoose={choose}
        />
        <FileSettings
          {...{ settings, view, gaps, chosen }}
          onChange={change}
          onChosen={setChosen}
        />
        <ListOutcome
          open={open}
          name={name}
          cartridge={props.cartridge}
          onChange={change}
          onRead={(header, column) => {
            read(header)
            change(assignHeader(settings, header, column))
          }}
          onIgnore={ignore}
          onFill={() => setType('fill')}
          onSettle={settle}
          onStop={() => {
            open.stop()
            setChosen(null)
          }}
        />
      </DropArea>
    </Dialog>
  )
}

/** Edit how the file is read: its headers, and its encoding and delimiter once it is there. */
function FileSettings(props: {
  settings: ListSettings
  view: ListView | null
  gaps: ReturnType<typeof checkSettings>
  chosen: ChosenFile | null
  onChange: (change: Partial<ListSettings>) => void
  onChosen: (chosen: ChosenFile) => void
}) {
  const { settings, view, gaps, chosen } = props
  const [areOpen, setAreOpen] = useState(false)
  return (
    <CsvSettings
      settings={settings}
      header={view?.header ?? null}
      errors={wordsOf(gaps)}
      open={areOpen || Object.keys(gaps).length > 0}
      onOpen={setAreOpen}
      onChange={props.onChange}
    >
      {view && chosen && (
        <ListDialect
          view={view}
          told={chosen.told}
          onTell={(told) => props.onChosen({ file: chosen.file, told })}
        />
      )}
    </CsvSettings>
  )
}

/** Return the reason why nothing can be imported yet; null if it can. */
function refuseTaking(
  view: ListView | null,
  chosen: ChosenFile | null,
  gaps: ReturnType<typeof checkSettings>,
): string | null {
  if (Object.keys(gaps).length > 0) return t('wizard.csv.invalid')
  const undecided = view ? listUndecided(view).map(({ text }) => text) : []
  if (undecided.length > 0) {
    return t('wizard.csv.take.undecided', { headers: undecided.join(', ') })
  }
  if (view && view.controls.length > 0) return t('wizard.csv.take.controls')
  if (view && view.counts.taken > 0) return null
  return t(chosen ? 'wizard.csv.take.none' : 'wizard.csv.take.noFile')
}

function wordsOf(gaps: ReturnType<typeof checkSettings>) {
  return Object.fromEntries(
    Object.entries(gaps).map(([name, reason]) => [name, faultText({ code: 'invalid', reason })]),
  )
}

/** Return the cartridge that receives the list. The layout with the names is the protocol's, else the present one. */
function useTarget(props: {
  cartridge: CartridgeType
  layout: Layout
  protocol: Protocol | null
}): ListTarget {
  const { cartridge, layout, protocol } = props
  const applications = useRecords(applicationEntity)
  return useMemo(() => {
    const own = (applications ?? [])
      .filter(({ uuid }) => protocol?.application_uuids.includes(uuid))
      .flatMap(({ name, order_codes = [] }) => [name, ...order_codes])
    const { rows, columns } = cartridge
    return {
      shape: { rows, columns },
      present: layout,
      predefined: protocol && protocol.layout.length > 0 ? protocol.layout : layout,
      applications: own.length > 0 ? own : null,
      order: listWells({ rows, columns }, readDirection()),
    }
  }, [cartridge, layout, protocol, applications])
}

/** Return the settings with which a header is read as a column, and as no other one. */
function assignHeader(
  settings: ListSettings,
  header: string,
  column: ListColumn,
): Partial<ListSettings> {
  const change: Partial<ListSettings> = { [headerSettings[column]]: header.slice(0, 60) }
  for (const other of listColumns) {
    const setting = headerSettings[other]
    if (other === column || headerKey(settings[setting]) !== headerKey(header)) continue
    // Take its first word, unless that is the header itself.
    const first = firstListSettings[setting]
    change[setting] = headerKey(first) === headerKey(header) ? '' : first
  }
  return change
}

/** Check the required settings; return the missing ones with the reason of their fault (spec §5). */
function checkSettings(
  settings: ListSettings,
  type: ListType,
): Partial<Record<keyof ListSettings, 'required'>> {
  const { header_sample, header_well, header_row, header_column } = settings
  const isNamed = header_sample.trim() !== ''
  const isPlaced =
    type !== 'create' ||
    header_well.trim() !== '' ||
    (header_row.trim() !== '' && header_column.trim() !== '')
  return {
    ...(isNamed ? {} : { header_sample: 'required' as const }),
    ...(isPlaced ? {} : { header_well: 'required' as const }),
  }
}
