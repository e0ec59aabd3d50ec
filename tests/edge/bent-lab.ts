import { auditCalls } from '../../domain/calls/audit.ts'
import type { Damage } from '../../domain/trail/damage.ts'
import { makeValidated } from './made-analyses.ts'
import { foundLab, type Lab, must, type Sender } from './lab.ts'
import { inStoreOf, startAgain, withoutTriggers } from './store-writes.ts'
import type { Sql } from '../../edge/store/sql.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { applyOperation } from '../../edge/store/operations.ts'

export interface TruthState {
  damaged: Damage | null
  checked_at: string | null
  size: number
}

/** A laboratory whose store is bent past the service, and asked what it says. */
export interface BentLab extends Lab {
  admin: Sender
  /** A signed analysis. */
  signed(): Promise<string>
  state(): Promise<TruthState>
  /** The same after the store was started once more. */
  stateAfterStart(): Promise<TruthState>
  bend(work: (sql: Sql) => void): Promise<void>
  grow(count: number): Promise<void>
  exportOf(id: string): ReturnType<Sender>
}

export async function foundBentLab(word: string): Promise<BentLab> {
  const lab = await foundLab(word)
  const admin = await lab.as('Administrator')
  const state = async () => (await must(admin(auditCalls.state))).data as TruthState
  return {
    ...lab,
    admin,
    state,
    signed: async () => (await makeValidated(await lab.as('Manager'), lab.swarm)).uuid,
    stateAfterStart: async () => {
      await startAgain(lab.company, async (store) => void (await store.trailState()))
      return state()
    },
    bend: (work) => inStoreOf(lab.company, (sql) => withoutTriggers(sql, () => work(sql))),
    grow: (count) => inStoreOf(lab.company, (sql) => growStore(sql, lab.company, count)),
    exportOf: (id) => admin(auditCalls.exportRecord, { params: { kind: 'analysis', id } }),
  }
}

export const reasonsOf = ({ damaged }: TruthState) =>
  damaged?.places.map(({ reason }) => reason) ?? []

function growStore(sql: Sql, company: string, count: number): void {
  sql.transaction(() => {
    for (let made = 0; made < count; made++) {
      const [at, uuid] = [new Date().toISOString(), crypto.randomUUID()]
      applyOperation(sql, {
        opId: crypto.randomUUID(),
        kind: 'swarm',
        uuid,
        action: 'swarm.put',
        actor: systemActor,
        at,
        change: () => ({ name: `S ${made}`, company_uuid: company, uuid, created_at: at }),
      })
    }
  })
}
