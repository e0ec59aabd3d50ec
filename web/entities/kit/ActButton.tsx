import { labLotState } from '../../../domain/actions/lot.ts'
import { refuse } from '../../../domain/actions/refuse.ts'
import { labLotCalls } from '../../../domain/calls/lots.ts'
import type { Bkit } from '../../../domain/entities/bkit.ts'
import type { LabLot } from '../../../domain/entities/lab-lot.ts'
import { t } from '../../i18n/intl.ts'
import { Button } from '../../parts/button/Button.tsx'
import { whyNotAway } from '../../record/rights.ts'
import { account } from '../../state/session.ts'

/** A lot of a kit, and what the laboratory keeps of it. */
export interface LotOfKit {
  kit: Bkit
  lot: string
  record: LabLot | null
}

export type OwnLotAct = 'keep' | 'hold' | 'release' | 'unit' | 'retire' | 'reinstate'

/** Open what an act asks for; `box`: of that box alone. */
export type OpenAct = (act: OwnLotAct, lot: LotOfKit, box?: number) => void

/** Offer an act on the laboratory's own record of a lot, or say why it is not allowed. */
export function ActButton(props: { act: OwnLotAct; of: LotOfKit; box?: number; open: OpenAct }) {
  const { act, of, box } = props
  const refusal = refuse('lab_lot', act, {
    state: labLotState(of.record),
    permissions: account.value?.permissions ?? [],
  })
  const name = box === undefined ? of.lot : `${of.lot}, ${t('material.box.name', { box })}`
  return (
    <Button
      disabledReason={refusal ? t('fault.permission_missing') : whyNotAway(labLotCalls[act])}
      onClick={() => props.open(act, of, box)}
    >
      {isOfBox(act) ? t(`material.box.act.${act}`) : t(`material.own.act.${act}`)}
      <span className="visually-hidden">: {name}</span>
    </Button>
  )
}

/** Return true for an act on one box of the lot. */
export function isOfBox(act: OwnLotAct): act is 'unit' | 'retire' | 'reinstate' {
  return act === 'unit' || act === 'retire' || act === 'reinstate'
}
