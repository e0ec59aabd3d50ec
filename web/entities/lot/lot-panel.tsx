import { attachmentCalls } from '../../../domain/calls/attachments.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { BkitLot } from '../../../domain/entities/bkit-lot.ts'
import { call } from '../../client/call.ts'
import { openPdf } from '../../client/open-pdf.ts'
import { formatNumber } from '../../i18n/format.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { Notice } from '../../parts/notice/Notice.tsx'
import { whyNotCall } from '../../record/rights.ts'
import type { PanelFacts } from '../../record/RecordPanel.tsx'
import { localTime } from '../../state/local-time.ts'
import { useSending } from '../../state/use-sending.ts'
import { LotBadge, situationOf } from '../kit/LotBadge.tsx'
import { testsOf } from './lot-columns.tsx'
import { labelLotFacts, listLotFacts } from './lot-facts.ts'

/** Make what is shown of one produced lot: its state, facts, the evidence it rests on, and its history. */
export function lotPanel(lot: BkitLot, kit: Bkit | undefined): PanelFacts {
  const tests = testsOf(lot, kit)
  const situation = situationOf(lot, kit)
  return {
    state: <LotBadge situation={situation} />,
    notice: situation !== 'released' && (
      <Notice kind="info">{t(`material.lot.means.${situation}`)}</Notice>
    ),
    facts: [
      [t('material.column.kit'), kit?.name],
      [t('material.column.ref'), kit?.ref],
      [t('material.column.boxes'), formatNumber(lot.boxes)],
      [t('material.column.tests'), tests === null ? null : formatNumber(tests)],
      ...listLotFacts(lot, kit),
      [t('material.column.added'), localTime(lot.created_at)],
      [t('material.lot.authors'), lot.authors?.map(({ name }) => name).join(', ')],
    ],
    more: lot.evidence && <Evidence lot={lot} />,
    history: {
      kind: 'bkit_lot',
      id: lot.uuid,
      updatedAt: lot.updated_at,
      fields: {
        status: { label: t('material.lot.state') },
        ...labelLotFacts(),
      },
    },
  }
}

/** Show on what the last release or withdrawal rests, and who signed it. */
function Evidence({ lot }: { lot: BkitLot }) {
  const { evidence, signature } = lot
  const { busy, others, send } = useSending([])
  const file = evidence?.file
  const read = () =>
    send(true, async () => {
      const query = { uuids: file?.uuid ?? '' }
      openPdf(await call(attachmentCalls.download, { query }), file?.name ?? '')
    })
  return (
    <section>
      <h3>{t('material.lot.evidence')}</h3>
      {evidence?.words && <p>{evidence.words}</p>}
      {file && (
        <Button
          icon="eye"
          busy={busy}
          disabledReason={whyNotCall(attachmentCalls.download)}
          onClick={() => void read()}
        >
          {t('material.lot.evidenceFile', { file: file.name })}
        </Button>
      )}
      {signature && (
        <p>
          {t('material.lot.signedBy', {
            name: signature.printed_name,
            at: localTime(signature.at) ?? signature.at,
            meaning: t(`material.lot.meaning.${signature.meaning}`),
            reason: signature.comment,
          })}
        </p>
      )}
      {others.length > 0 && <Notice kind="error">{others.join(' ')}</Notice>}
    </section>
  )
}
