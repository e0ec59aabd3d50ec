import { lazy, Suspense, useMemo, useState } from 'react'
import { bkitCalls } from '../../../domain/calls/bkits.ts'
import { bkit as bkitEntity } from '../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { call } from '../../client/call.ts'
import { saveFile } from '../../client/save-file.ts'
import { makeLotActs } from '../../entities/lot/lot-acts.ts'
import { makeLotColumns, makeLotFacets } from '../../entities/lot/lot-columns.tsx'
import { lotPanel } from '../../entities/lot/lot-panel.tsx'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import type { Act } from '../../record/act.ts'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { askedRows, localRows, useRows } from '../../record/use-rows.ts'
import { showErrors } from '../../state/show-errors.ts'
import { AddLotsDialog } from './AddLotsDialog.tsx'
import { EditLotForm } from './EditLotForm.tsx'
import { SignLotDialog } from './SignLotDialog.tsx'

// Opened by a press; the maker of symbols comes with it.
const LabelsDialog = lazy(async () => ({
  default: (await import('./labels/LabelsDialog.tsx')).LabelsDialog,
}))

const kitRows = localRows(bkitEntity)
const lotRows = askedRows(bkitCalls.lots, { order: 'created_at DESC' })

type LotDialog = { act: 'add' } | { act: 'edit' | 'release' | 'withdraw'; lot: BkitLot }

/** The lots that were produced of each kit, whether they may be run: added from a list, and printed as labels, a line for each box. */
export function LotsScreen() {
  const [dialog, setDialog] = useState<LotDialog | null>(null)
  const close = () => setDialog(null)
  const [labelled, setLabelled] = useState<BkitLot | null>(null)
  const list = useRows(lotRows)
  const { rows: kits = none } = useRows(kitRows)
  const byId = useMemo(() => new Map(kits.map((kit) => [kit.uuid, kit])), [kits])
  const columns = useMemo(() => makeLotColumns(byId), [byId])
  const { rows: lots = none } = list
  const facets = useMemo(() => makeLotFacets(lots, byId), [lots, byId])
  const labelledKit = labelled && byId.get(labelled.bkit_uuid)
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
        disabledReason:
          whyNotCall(bkitCalls.inject) ?? (kits.length === 0 ? t('material.kitFirst') : null),
        onPress: () => setDialog({ act: 'add' }),
      }}
      empty={{ icon: 'box', title: t('material.empty.lots'), text: t('material.empty.lotsText') }}
      panel={(lot) => lotPanel(lot, byId.get(lot.bkit_uuid))}
      actsOf={(lot) => [
        ...makeLotActs(lot, {
          edit: () => setDialog({ act: 'edit', lot }),
          release: () => setDialog({ act: 'release', lot }),
          withdraw: () => setDialog({ act: 'withdraw', lot }),
        }),
        labelsAct(byId.has(lot.bkit_uuid), () => setLabelled(lot)),
        labelListAct(lot),
      ]}
      selected={(chosen) => (
        <Button icon="print" onClick={() => void saveLabels(chosen).catch(showErrors)}>
          {t('material.labelsOf', { count: countBoxes(chosen) })}
        </Button>
      )}
    >
      {dialog?.act === 'add' && (
        <AddLotsDialog kits={kits} lots={lots} onAdded={list.again} onClose={close} />
      )}
      {dialog?.act === 'edit' && (
        <EditLotForm
          lot={dialog.lot}
          kit={byId.get(dialog.lot.bkit_uuid)}
          onDone={list.again}
          onClose={close}
        />
      )}
      {(dialog?.act === 'release' || dialog?.act === 'withdraw') && (
        <SignLotDialog
          act={dialog.act}
          lot={dialog.lot}
          kit={byId.get(dialog.lot.bkit_uuid)}
          onDone={list.again}
          onClose={close}
        />
      )}
      {labelled && labelledKit && (
        <Suspense>
          <LabelsDialog
            lot={labelled}
            kit={labelledKit}
            onMade={list.again}
            onClose={() => setLabelled(null)}
          />
        </Suspense>
      )}
    </RecordPage>
  )
}

const none: never[] = []

function labelsAct(hasKit: boolean, open: () => void): Act {
  return {
    id: 'labels',
    label: t('material.labels'),
    icon: 'print',
    hint: t('material.hint.makeLabels'),
    why: whyNotCall(bkitCalls.labels) ?? (hasKit ? null : t('fault.bkit_unknown')),
    open,
  }
}

function labelListAct(lot: BkitLot): Act {
  return {
    id: 'label-list',
    label: t('material.labels.list'),
    icon: 'download',
    hint: t('material.hint.labels'),
    why: whyNotCall(bkitCalls.printerCsv),
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
