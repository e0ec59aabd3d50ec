import type { RecallReach } from '../../../../domain/calls/recalls.ts'
import type { Bkit } from '../../../../domain/entities/bkit.ts'
import type { LabLot } from '../../../../domain/entities/lab-lot.ts'
import type { RecallHold } from '../../../../domain/entities/recall.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import type { DeviceStatus } from '../../../../domain/live/event.ts'
import type { KitUses } from '../../../../domain/rules/kit-use.ts'
import type { Draft } from '../../../state/draft.ts'
import type { Plan } from './plan.ts'
import type { StepId } from './step-anchor.ts'

/** One line of the list before a launch. */
export interface Check {
  id:
    | 'method'
    | 'kit'
    | 'recall'
    | 'device'
    | 'lid'
    | 'storage'
    | 'calibration'
    | 'dyes'
    | 'layout'
    | 'name'
    | 'swarm'
  /** Settled; not done yet; wrong; a warning that blocks the launch until a person accepts it; an accepted one. */
  state: 'ok' | 'todo' | 'open' | 'warned' | 'accepted'
  /** Text of the check: what is settled, or what is missing. */
  text: string
  /** The part of the plan where it is mended. */
  mend: StepId
  /** Subject of a confirmed warning: another kit or device is another warning. */
  about?: string
}

export interface Checked {
  draft: Draft
  plan: Plan
  problems: readonly FaultDetail[]
  refusal: FaultDetail | null
  /** Kits that this machine knows. */
  kits: readonly Bkit[]
  /** The laboratory's own records of lots. */
  ownLots: readonly LabLot[]
  /** Open recalls with all that they reach, and the one that holds this plan. */
  recalls: { open: readonly RecallReach[]; hold: RecallHold | null }
  /** Use of the kits, as far as it is known. */
  uses: KitUses
  /** Present status of the device; null where it is old. */
  heard: DeviceStatus | null
  /** The company does not launch on a device whose calibration is overdue. */
  calibrationRequired: boolean
  now: number
}

/** Return the text by which an accepted warning is known again. */
export const warningOf = ({ id, about = '' }: Check): string => `${id}:${about}`

/** Return true when a check prevents the launch. */
export const isOpen = ({ state }: Check): boolean => state !== 'ok' && state !== 'accepted'
