import { lazy, Suspense, useMemo, useState } from 'react'
import { bkitCalls } from '../../../domain/calls/bkits.ts'
import { type Bkit, bkit as bkitEntity } from '../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { mostLabelledLots } from '../../../domain/entities/lot-labels.ts'
import { call } from '../../client/call.ts'
import { saveFile } from '../../client/save-file.ts'
import { makeLotActs, whyNotLot } from '../../entities/lot/lot-acts.ts'
import { makeLotColumns, makeLotFacets } from '../../entities/lot/lot-columns.tsx'
import { lotPanel } from '../../entities/lot/lot-panel.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import type { Act } from '../../record/act.ts'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { askedRows, localRows, useRows } from '../../record/use-rows.ts'
import { showErrors } from '../../state/show-errors.ts'
import { useAddress } from '../../use-address.ts'
import { EditLotForm } from './EditLotForm.tsx'
import { ScanLot } from './ScanLot.tsx'

// Opened by a press; with them come the reader of lists, the maker of symbols, and what a signature needs.
const AddLotsDialog = lazy(async () => ({
  default: (await import('./AddLotsDialog.tsx')).AddLotsDialog,
}))
const SignLotDialog = lazy(async () => ({
  default: (await import('./SignLotDialog.tsx')).SignLotDialog,
}))
const ManyLabelsDialog = lazy(async () => ({
  default: (await import('./labels/ManyLabelsDialog.tsx')).ManyLabelsDialog,
}))
const LabelsDialog = lazy(async () => ({
  default: (await import('./labels/LabelsDialog.tsx')).LabelsDialog,
}))

const kitRows = localRows(bkitEntity)
const lotRows = askedRows(bkitCalls.lots, { order: 'created_at DESC' })

type LotDialog =
  /** `list` is what the dialog begins with. */
  | { act: 'add'; list: string }
  | { act: 'many'; lots: readonly BkitLot[] }
  | { act: 'edit' | 'labels' | 'release' | 'withdraw'; lot: BkitLot }

/**
 * List the produced lots of each kit and whether they may be run: added from a list, and printed as labels, a line for
 * each box.
 */
export function LotsScreen() {
  const [dialog, setDialog] = useState<LotDialog | null>(null)
  const close = () => setDialog(null)
  const add = (text: string) => setDialog({ act: 'add', list: text })
  const address = useAddress()
  const list = useRows(lotRows)
  const { rows: kits = none } = useRows(kitRows)
  const byId = useMemo(() => new Map(kits.map((kit) => [kit.uuid, kit])), [kits])
  const columns = useMemo(() => makeLotColumns(byId), [byId])
  const { rows: lots = none } = list
  const facets = useMemo(() => makeLotFacets(lots, byId), [lots, byId])
  const whyNotAdd =
    whyNotCall(bkitCalls.inject) ?? (kits.length === 0 ? t('material.kitFirst') : null)
  return (
    <RecordPage
      name="lot"
      file="lots"
      title={t('material.lots')}
      list={list}
      columns={columns}
      facets={facets}
      nameOf={({ lot_number }) => lot_number}
      primary={{
        label: t('material.addLots'),
        icon: 'plus',
        disabledReason: whyNotAdd,
        onPress: () => add(''),
      }}
      menu={
        <ScanLot
          kits={kits}
          lots={lots}
          onFound={({ uuid }) => address.change({ lot: uuid })}
          onNew={whyNotAdd === null ? add : null}
        />
      }
      empty={{ area: 'lots', title: t('material.empty.lots'), text: t('material.empty.lotsText') }}
      panel={(lot) => lotPanel(lot, byId.get(lot.bkit_uuid))}
      actsOf={(lot) => [
        ...makeLotActs(lot, {
          edit: () => setDialog({ act: 'edit', lot }),
          release: () => setDialog({ act: 'release', lot }),
          withdraw: () => setDialog({ act: 'withdraw', lot }),
        }),
        labelsAct(lot, byId.has(lot.bkit_uuid), () => setDialog({ act: 'labels', lot })),
        labelListAct(lot),
      ]}
      selected={(chosen) => (
        <>
          <Button
            icon="print"
            disabledReason={whyNotMany(chosen, byId)}
            onClick={() => setDialog({ act: 'many', lots: chosen })}
          >
            {t('material.labels.many', { count: chosen.length })}
          </Button>
          <Button
            icon="download"
            disabledReason={chosen.map((lot) => whyNotLot('label', lot)).find(Boolean)}
            onClick={() => void saveLabels(chosen).catch(showErrors)}
          >
            {t('material.labelsOf', { count: countBoxes(chosen) })}
          </Button>
        </>
      )}
    >
      <Suspense>
        <LotDialogs dialog={dialog} kits={kits} lots={lots} again={list.again} close={close} />
      </Suspense>
    </RecordPage>
  )
}

/** Show the open dialog, if any. */
function LotDialogs(props: {
  dialog: LotDialog | null
  kits: readonly Bkit[]
  lots: readonly BkitLot[]
  again: () => void
  close: () => void
}) {
  const { dialog, kits, lots, again, close } = props
  if (dialog === null) return null
  if (dialog.act === 'add') {
    const { list } = dialog
    return <AddLotsDialog kits={kits} lots={lots} list={list} onAdded={again} onClose={close} />
  }
  if (dialog.act === 'many') {
    const items = dialog.lots.flatMap((lot) => {
      const kit = kits.find(({ uuid }) => uuid === lot.bkit_uuid)
      return kit ? [{ lot, kit }] : []
    })
    return <ManyLabelsDialog items={items} onMade={again} onClose={close} />
  }
  const { act, lot } = dialog
  const kit = kits.find(({ uuid }) => uuid === lot.bkit_uuid)
  if (act === 'edit') return <EditLotForm lot={lot} kit={kit} onDone={again} onClose={close} />
  if (act !== 'labels') {
    return <SignLotDialog act={act} lot={lot} kit={kit} onDone={again} onClose={close} />
  }
  // Take the lot as it is now: labels that were just made may come to this machine after the dialog was opened again.
  const now = lots.find(({ uuid }) => uuid === lot.uuid) ?? lot
  return kit && <LabelsDialog lot={now} kit={kit} onMade={again} onClose={close} />
}

const none: never[] = []

function labelsAct(lot: BkitLot, hasKit: boolean, open: () => void): Act {
  return {
    id: 'labels',
    label: t('material.labels'),
    icon: 'print',
    hint: t('material.hint.makeLabels'),
    why:
      whyNotCall(bkitCalls.labels) ??
      whyNotLot('label', lot) ??
      (hasKit ? null : t('fault.bkit_unknown')),
    open,
  }
}

/** Say why no labels of these lots can be made in one file. */
function whyNotMany(
  chosen: readonly BkitLot[],
  kits: ReadonlyMap<string, Bkit>,
): string | null | undefined {
  if (chosen.length > mostLabelledLots) {
    return t('material.labels.tooMany', { most: mostLabelledLots })
  }
  if (chosen.some(({ bkit_uuid: kit }) => !kits.has(kit))) return t('fault.bkit_unknown')
  return (
    whyNotCall(bkitCalls.manyLabels) ?? chosen.map((lot) => whyNotLot('label', lot)).find(Boolean)
  )
}

function labelListAct(lot: BkitLot): Act {
  return {
    id: 'label-list',
    label: t('material.labels.list'),
    icon: 'download',
    hint: t('material.hint.labels'),
    why: whyNotCall(bkitCalls.printerCsv) ?? whyNotLot('label', lot),
    send: async () => {
      await saveLabels([lot])
      return t('material.labelsSaved', { count: lot.boxes })
    },
  }
}

const countBoxes = (lots: readonly BkitLot[]) => lots.reduce((sum, { boxes }) => sum + boxes, 0)

/** Save a file for a label printer, with a line for each box. @throws Fault */
async function saveLabels(lots: readonly BkitLot[]): Promise<void> {
  const file = await call(bkitCalls.printerCsv, { body: { lots: lots.map(({ uuid }) => uuid) } })
  saveFile(file, 'labels.csv')
}
