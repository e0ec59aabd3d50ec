import type { FleetFact } from '../../domain/rules/fleet-facts.ts'
import { inTime } from '../in-time.ts'
import type { Outcome } from '../outcome.ts'
import { regional } from '../regional.ts'
import type { By, Right } from './by.ts'
import type { Change } from './changes.ts'
import type { Sight } from './lists.ts'
import type { CompanyOutline, Principal } from './principal.ts'
import type { Decision } from './publication-changes.ts'
import type { Answers, QueryName, QueryOf } from './queries.ts'
import type { SignInNote } from './sign-ins.ts'

/** Another company's store, as far as a store asks it or writes there by itself. */
export interface OtherStore {
  change(change: Change, opId: string, by: By): Promise<Outcome<unknown>>
  settlePublication(decision: Decision): Promise<Outcome<null>>
  takeFacts(company: string, facts: readonly FleetFact[]): Promise<Outcome<null>>
  noteSignIn(note: SignInNote, opId: string): Promise<boolean>
  voidReceipts(device: string, key: 'changed'): Promise<Outcome<null>>
  describe(): Promise<Outcome<CompanyOutline>>
  vouch(right: Right): Promise<Outcome<Principal>>
  ask<Name extends QueryName>(query: QueryOf<Name>, sight: Sight): Promise<Outcome<Answers[Name]>>
}

/** Open the store of another company in the region. Each call ends after a time: one that hangs must not hold up the alarm that made it. */
export function otherStore(env: Env, company: string): OtherStore {
  // Cast, since the platform's stub type gives up on records, whose fields are `unknown` here.
  const store = regional(env.COMPANY_STORE, env, company) as unknown as OtherStore
  const who = `store of ${company}`
  return {
    change: (...given) => inTime(who, store.change(...given)),
    settlePublication: (...given) => inTime(who, store.settlePublication(...given)),
    takeFacts: (...given) => inTime(who, store.takeFacts(...given)),
    noteSignIn: (...given) => inTime(who, store.noteSignIn(...given)),
    voidReceipts: (...given) => inTime(who, store.voidReceipts(...given)),
    describe: () => inTime(who, store.describe()),
    vouch: (right) => inTime(who, store.vouch(right)),
    ask: (...given) => inTime(who, store.ask(...given)),
  }
}
