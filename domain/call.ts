import type * as v from 'valibot'
import type { Permission } from './permissions.ts'

/**
 * The contract engine. One call is one row; the row drives the route at the edge, the typed client, the tests and the OpenAPI
 * document. Nothing is generated: `call(row, …)` takes the row itself.
 */
export type Schema = v.GenericSchema

/**
 * Kinds of callers, checked before permissions: anybody, a signed-in account, a device by its key, or the operator of
 * the deployment by a token of its configuration (decisions R17).
 */
export type Caller = 'anyone' | 'account' | 'device' | 'operator'

export interface CallFacts {
  /** Permission an account needs; `null` when being signed in is enough. */
  needs: Permission | null
  caller?: Caller
  params?: Schema
  query?: Schema
  body?: Schema
  data?: Schema
  /** Milliseconds the client waits; 30 s unless the specification says otherwise (spec §9). */
  timeout?: number
  /** Failures are not shown to the user (spec §8: notebook and auto-test assets). */
  silent?: boolean
  reply?: 'json' | 'blob'
  send?: 'json' | 'multipart'
  /** `day`: kept one day by last hit (spec §9); `hash`: the content never changes; default `no`. */
  cache?: 'no' | 'day' | 'hash'
  /** `own`: never in another company that the account reaches: signatures, sessions, commands to devices (decisions R16). */
  reach?: 'own'
  /** Only for somebody at a session, never for an API key: keys, sessions, passwords, signatures. */
  person?: true
  /** Calls of a device only: what it says is kept as it came, because somebody signed it; else its texts are lines (asLines). */
  exact?: true
  /** The call is about one record of this kind, by its `id`: it is read in the step in which the account is recognised. */
  reads?: string
  /**
   * Behaviour without a network. `cached`: answered from this machine where it was asked before; `queue`: kept in the outbox,
   * which sends no other calls; absent: refused with a reason.
   */
  offline?: 'cached' | 'queue'
}

export type Method = 'GET' | 'POST'

export type Call<Facts extends CallFacts = CallFacts> = Facts & {
  readonly method: Method
  /** Path under `/v3`, with `:name` for each of `params`. */
  readonly path: string
  /** A read or a search: may be retried and cached (decisions R4). Writes are retried only with an operation id. */
  readonly safe: boolean
  /** The path answers GET as well, as the specification writes it; our own client posts (decisions R3). */
  readonly alsoGet: boolean
}

export function get<const Facts extends CallFacts>(path: string, facts: Facts): Call<Facts> {
  return { ...facts, method: 'GET', path, safe: true, alsoGet: false }
}

/** Make a row that only reads by POST: searches and previews. */
export function search<const Facts extends CallFacts>(path: string, facts: Facts): Call<Facts> {
  return { ...facts, method: 'POST', path, safe: true, alsoGet: false }
}

export function post<const Facts extends CallFacts>(path: string, facts: Facts): Call<Facts> {
  return { ...facts, method: 'POST', path, safe: false, alsoGet: false }
}

/**
 * Make a row for a change that the specification lists as a GET: `delete/{id}`, `send/{id}`. Its body, if any, is
 * optional.
 */
export function action<const Facts extends CallFacts>(path: string, facts: Facts): Call<Facts> {
  return { ...facts, method: 'POST', path, safe: false, alsoGet: true }
}

type Output<S> = S extends Schema ? v.InferOutput<S> : undefined
type Input<S> = S extends Schema ? v.InferInput<S> : undefined

/** Input of a row's handler: every part parsed by its schema. */
export interface CallInput<Row extends CallFacts> {
  params: Output<Row['params']>
  query: Output<Row['query']>
  body: Output<Row['body']>
}

/** Arguments of the client for a row: only the parts that the row has. */
export type CallArguments<Row extends CallFacts> = (Row['params'] extends Schema
  ? { params: Input<Row['params']> }
  : unknown) &
  (Row['query'] extends Schema ? { query?: Input<Row['query']> } : unknown) &
  (Row['body'] extends Schema
    ? undefined extends Input<Row['body']>
      ? { body?: Input<Row['body']> }
      : { body: Input<Row['body']> }
    : unknown)

/** Answer of a row: `data` of the envelope, or the bytes of a file. */
export type CallData<Row extends CallFacts> = Row['reply'] extends 'blob'
  ? CallFile
  : Output<Row['data']>

/** A reply of kind `blob`. */
export interface CallFile {
  bytes: Uint8Array
  type: string
  /** Offered file name; absent for content fetched by its hash. */
  name?: string
}
