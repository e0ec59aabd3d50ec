import type { Account } from '../domain/calls/session.ts'
import type { SortedQuery } from '../domain/calls/shapes.ts'
import type { Kind, Stored } from '../domain/registry.ts'
import type { Change } from './store/changes.ts'
import type { AnswerOf } from './store/planner.ts'
import type { Outcome } from './outcome.ts'
import type { By, PersonBy } from './store/by.ts'
import type { CompanyStore } from './store/CompanyStore.ts'
import type { Filter, Page, Sight } from './store/lists.ts'
import type { Answers, QueryName, QueryOf } from './store/queries.ts'

/**
 * The store's methods as seen from outside. Written out because the platform's own stub type gives up on
 * records, whose fields are `unknown` here; all that crosses is plain data.
 */
export type Store = {
  [
    Name in Exclude<keyof CompanyStore, 'ask' | 'get' | 'list' | 'change'>
  ]: CompanyStore[Name] extends (...args: infer Arguments) => infer Result
    ? (...args: Arguments) => Promise<Awaited<Result>>
    : never
} & {
  // Repeat these with type parameters, so that each question, kind and change keeps its own answer; the mapping above would mix them.
  get<Of extends Kind>(kind: Of, uuid: string, sight: Sight): Promise<Outcome<Stored<Of>>>
  list<Of extends Kind>(
    kind: Of,
    query: SortedQuery,
    sight: Sight,
    filter?: Filter,
  ): Promise<Outcome<Page<Of>>>
  change<Asked extends Change>(
    change: Asked,
    opId: string,
    asked: By,
  ): Promise<Outcome<AnswerOf<Asked>>>
  ask<Name extends QueryName>(query: QueryOf<Name>, sight: Sight): Promise<Outcome<Answers[Name]>>
}

/** Context of every handler beside its input. */
export interface CallContext {
  env: Env
  /** Origin this deployment is reached at. */
  origin: string
  /** The client's operation id, or one made here: a repeated delivery with the same id changes nothing. */
  opId: string
  store(company: string): Store
  /** Add a header to the reply. */
  header(name: string, value: string): void
  /** Do what must be done to its end, also when the caller goes away meanwhile. */
  finish<Value>(work: () => Promise<Value>): Promise<Value>
  /** Go on after the answer; what fails is logged. */
  later(work: () => Promise<unknown>): void
  /** Address of the client, as the network reports it; never stored as it is. */
  address: string
  /** The browser's or programme's own name for itself. */
  agent: string
  /** The request's cookie header; only sign-in and sign-out read it. */
  cookie: string | undefined
}

export interface AccountContext extends CallContext {
  account: Account
  /** The API key that acts in the account's name; null for a person at a session. */
  key: string | null
  /** The company acted in: the account's own, or one it reaches (callers.ts). */
  company: string
  /** The store of `company`. */
  own: Store
  /** Return the provider's store, which holds records for all companies; the account's sight does not reach into it. */
  provider(): Promise<Store>
  by: PersonBy
  /** A record of the company in sight. The one that a call is about has come with the account. @throws Fault `not_found` */
  read<Of extends Kind>(kind: Of, uuid: string): Promise<Stored<Of>>
}

export interface DeviceContext extends CallContext {
  device: string
  company: string
  own: Store
  by: By
  /** Ask again whether the company still has the device with this key. @throws Fault `not_signed_in` */
  confirm: () => Promise<void>
}

export interface Contexts {
  anyone: CallContext
  operator: CallContext
  account: AccountContext
  device: DeviceContext
}
