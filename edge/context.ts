import type { Account } from '../domain/calls/session.ts'
import type { By } from './store/by.ts'
import type { CompanyStore } from './store/CompanyStore.ts'

/**
 * The store's methods as seen from outside. Written out because the platform's own stub type gives up on
 * records, whose fields are `unknown` here; all that crosses is plain data.
 */
export type Store = {
  [Name in keyof CompanyStore]: CompanyStore[Name] extends (
    ...args: infer Arguments
  ) => infer Result
    ? (...args: Arguments) => Promise<Awaited<Result>>
    : never
}

/** What every handler is given beside its input. */
export interface CallContext {
  env: Env
  /** Origin this deployment is reached at. */
  origin: string
  /** The client's operation id, or one made here: a repeated delivery with the same id changes nothing. */
  opId: string
  store(company: string): Store
  /** Adds a header to the reply. */
  header(name: string, value: string): void
  /** The request's cookie header; only sign-in and sign-out read it. */
  cookie: string | undefined
}

export interface AccountContext extends CallContext {
  account: Account
  /** The company acted in: the account's own, or one it reaches (callers.ts). */
  company: string
  /** The store of `company`. */
  own: Store
  /** The provider's store, where records for all companies lie; the account's sight does not reach into it. */
  provider(): Promise<Store>
  by: By
}

export interface DeviceContext extends CallContext {
  device: string
  company: string
  own: Store
  by: By
}

export interface Contexts {
  anyone: CallContext
  operator: CallContext
  account: AccountContext
  device: DeviceContext
}
