import { useMemo, useState } from 'react'
import { useLocation } from 'wouter'
import {
  bkernelCalls,
  type CompanyUse,
  type OfferedBkernel,
} from '../../../domain/calls/bkernels.ts'
import { makeBkernelActs } from '../../entities/bkernel/bkernel-acts.ts'
import { countAll, whoRunsUnlisted } from '../../entities/bkernel/count-use.ts'
import { makeBkernelColumns, makeBkernelFacets } from '../../entities/bkernel/bkernel-columns.tsx'
import { FleetAge } from '../../entities/bkernel/FleetAge.tsx'
import { bkernelPanel, SupportWarning } from '../../entities/bkernel/bkernel-panel.tsx'
import { supportOf } from '../../entities/bkernel/SupportBadge.tsx'
import { formatList } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Notice } from '../../parts/notice/Notice.tsx'
import { paths } from '../../paths.ts'
import { RecordPage } from '../../record/RecordPage.tsx'
import { whyNotCall } from '../../record/rights.ts'
import { askedRows, useRows, type Source } from '../../record/use-rows.ts'
import { BkernelForm } from './BkernelForm.tsx'
import { ImagePart } from './ImagePart.tsx'
import { LinksDialog } from './LinksDialog.tsx'

const bkernelRows = askedRows(bkernelCalls.search, { body: {} })
const useRowsOfAll = askedRows(bkernelCalls.usage)
const noUse: Source<CompanyUse> = { read: async () => [] }
const none: never[] = []

type Open = { of: 'new' } | { of: 'edit' | 'link'; version: OfferedBkernel }

/** List the versions of the device software that the provider publishes, with the devices that run each. */
export function BkernelsScreen() {
  const [open, setOpen] = useState<Open | null>(null)
  const [, navigate] = useLocation()
  const list = useRows(bkernelRows)
  const maySeeUse = whyNotCall(bkernelCalls.usage) === null
  const use = useRows(maySeeUse ? useRowsOfAll : noUse)
  // Show none unless all are known: a part of the companies would be taken for all of them.
  const uses = maySeeUse && use.isWhole && use.rows && use.failure.length === 0 ? use.rows : null
  const rows = list.rows ?? none
  const columns = useMemo(() => makeBkernelColumns(uses), [uses])
  const facets = useMemo(() => makeBkernelFacets(rows), [rows])
  const facts = { onDone: list.again, onClose: () => setOpen(null) }
  return (
    <RecordPage
      name="bkernel"
      file="device-software"
      title={t('nav.bkernels')}
      list={list}
      columns={columns}
      facets={facets}
      firstSort="-version"
      nameOf={({ name }) => name}
      notices={<Warnings rows={rows} isWhole={list.isWhole} uses={uses} failure={use.failure} />}
      primary={{
        label: t('bkernels.new'),
        icon: 'plus',
        disabledReason: whyNotCall(bkernelCalls.create),
        onPress: () => setOpen({ of: 'new' }),
      }}
      empty={{ area: 'bkernels', title: t('bkernels.empty.title'), text: t('bkernels.empty.text') }}
      panel={(version) =>
        bkernelPanel(
          version,
          uses,
          <ImagePart key={version.uuid} version={version} onDone={list.again} />,
        )
      }
      actsOf={(version) =>
        makeBkernelActs(version, uses, {
          edit: () => setOpen({ of: 'edit', version }),
          link: () => setOpen({ of: 'link', version }),
          rollout: () => navigate(paths.rollout(version.uuid)),
        })
      }
    >
      {open?.of === 'new' && <BkernelForm version={null} known={rows} uses={uses} {...facts} />}
      {open?.of === 'edit' && (
        <BkernelForm version={open.version} known={rows} uses={uses} {...facts} />
      )}
      {open?.of === 'link' && <LinksDialog version={open.version} uses={uses} {...facts} />}
    </RecordPage>
  )
}

/** Warn of versions that devices still run although their support ends, the most urgent first. */
function Warnings(props: {
  rows: readonly OfferedBkernel[]
  isWhole: boolean
  uses: readonly CompanyUse[] | null
  failure: readonly string[]
}) {
  const { rows, isWhole, uses, failure } = props
  if (failure.length > 0) {
    return (
      <Notice kind="warning" title={t('bkernels.use.failed')}>
        {failure.join(' ')}
      </Notice>
    )
  }
  if (uses === null) return null
  const due = rows
    .filter((row) => ['soon', 'ended'].includes(supportOf(row)))
    .toSorted((a, b) => (a.days_left ?? 0) - (b.days_left ?? 0))
  return (
    <>
      {due.map((version) => (
        <SupportWarning key={version.uuid} version={version} uses={uses} />
      ))}
      {isWhole && rows.length > 0 && <UnlistedWarning rows={rows} uses={uses} />}
      <FleetAge companies={uses} />
    </>
  )
}

/** Warn of devices whose version no row counts: nobody knows how long it is supported. */
function UnlistedWarning(props: { rows: readonly OfferedBkernel[]; uses: readonly CompanyUse[] }) {
  const { names, companies } = whoRunsUnlisted(props.rows, props.uses)
  if (companies.length === 0) return null
  return (
    <Notice kind="warning">
      {t('bkernels.warning.unlisted', {
        versions: formatList(names),
        devices: countAll(companies),
        companies: companies.length,
      })}
    </Notice>
  )
}
