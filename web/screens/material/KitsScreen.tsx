import { useMemo, useState } from 'react'
import { bkitCalls } from '../../../domain/calls/bkits.ts'
import { type Bkit, bkit as bkitEntity } from '../../../domain/entities/bkit.ts'
import { makeKitActs } from '../../entities/kit/kit-acts.ts'
import { makeKitColumns, makeKitFacets } from '../../entities/kit/kit-columns.tsx'
import { kitPanel } from '../../entities/kit/kit-panel.tsx'
import type { LotOfKit, OwnLotAct } from '../../entities/kit/ActButton.tsx'
import { t } from '../../i18n/intl.ts'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { localRows, useRows } from '../../record/use-rows.ts'
import { KitForm } from './KitForm.tsx'
import { LinkRecipesForm } from './LinkRecipesForm.tsx'
import { OwnLotDialog } from './OwnLotDialog.tsx'

const kitRows = localRows(bkitEntity)

/**
 * List the kits of reagents that the provider produces; one of them beside the list, with its recipes, lots and files.
 */
export function KitsScreen() {
  const [form, setForm] = useState<{ of: 'new' } | { of: 'edit' | 'link'; kit: Bkit } | null>(null)
  const [own, setOwn] = useState<{ act: OwnLotAct; lot: LotOfKit; box: number | null } | null>(null)
  const list = useRows(kitRows)
  const columns = useMemo(() => makeKitColumns(), [])
  const facets = useMemo(() => makeKitFacets(), [])
  const close = () => setForm(null)
  return (
    <RecordPage
      name="kit"
      file="kits"
      title={t('material.kits')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="-expiry_date"
      nameOf={({ name, lot }) => `${name} ${lot}`}
      primary={{
        label: t('material.newKit'),
        icon: 'plus',
        disabledReason: whyNotCall(bkitCalls.create) && t('material.providerOnly'),
        onPress: () => setForm({ of: 'new' }),
      }}
      empty={{ area: 'kits', title: t('material.empty.kits'), text: t('material.empty.kitsText') }}
      panel={(kit) =>
        kitPanel(kit, {
          keepsHistory: whyNotCall(bkitCalls.edit) === null,
          open: (act, lot, box) => setOwn({ act, lot, box: box ?? null }),
        })
      }
      actsOf={(kit) =>
        makeKitActs(kit, {
          edit: () => setForm({ of: 'edit', kit }),
          link: () => setForm({ of: 'link', kit }),
        })
      }
    >
      {form?.of === 'new' && <KitForm kit={null} onClose={close} />}
      {form?.of === 'edit' && <KitForm kit={form.kit} onClose={close} />}
      {form?.of === 'link' && <LinkRecipesForm kit={form.kit} onClose={close} />}
      {own && (
        <OwnLotDialog act={own.act} of={own.lot} box={own.box} onClose={() => setOwn(null)} />
      )}
    </RecordPage>
  )
}
