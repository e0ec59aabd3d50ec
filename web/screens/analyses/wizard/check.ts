import type { Bkit } from '../../../../domain/entities/bkit.ts'
import type { FaultDetail } from '../../../../domain/fault.ts'
import type { DeviceStatus } from '../../../../domain/live/event.ts'
import type { Draft } from '../../../state/draft.ts'
import type { Plan } from './plan.ts'
import type { StepId } from './step-anchor.ts'

/** One line of the list before a launch. */
export interface Check {
  id: 'method' | 'kit' | 'device' | 'lid' | 'storage' | 'calibration' | 'layout' | 'name' | 'swarm'
  /** Settled; missing; a warning that stands in the way until somebody goes on in spite of it; one that somebody did. */
  state: 'ok' | 'open' | 'warned' | 'accepted'
  /** What is settled, or what is missing. */
  text: string
  /** The part of the plan where it is mended. */
  mend: StepId
  /** What a person goes on in spite of: another kit or device is another warning. */
  about?: string
}

export interface Checked {
  draft: Draft
  plan: Plan
  problems: readonly FaultDetail[]
  refusal: FaultDetail | null
  /** Kits that this machine knows. */
  kits: readonly Bkit[]
  /** What the device said of itself just now; null where that is old. */
  heard: DeviceStatus | null
  now: number
}

/** By what an accepted warning is known again. */
export const warningOf = ({ id, about = '' }: Check): string => `${id}:${about}`

/** Whether a check stands in the way. */
export const isOpen = ({ state }: Check): boolean => state === 'open' || state === 'warned'
