import type * as v from 'valibot'
import type { Schema } from '../call.ts'
import { Fault } from '../fault.ts'
import type { Permission } from '../permissions.ts'

/**
 * The contract of a device's own HTTP API on the local network, in the style of domain/call.ts: one call is one row.
 * All are `POST http(s)://{hostname}:{port}{path}` with the body `{command, params}`, answered by the envelope that
 * the service uses too (spec §7 "Local-network device calls", decisions D10).
 */
export interface LanFacts {
  /** Permission that the pass must hold; null only with `open`. */
  needs: Permission | null
  /** Answered to anybody on the network: what the device is, and nothing that it does. */
  open?: true
  /** Acts once however often it is sent with the same `Operation-Id`. */
  acts?: true
  params: Schema
  data: Schema
  /** Milliseconds the page waits. */
  timeout?: number
}

export type LanCall<Facts extends LanFacts = LanFacts> = Facts & {
  readonly path: string
  readonly command: string
}

/** Describe that no device, or something that is none, answers under a name. */
export function noHost(): Fault {
  return new Fault('network', "Can't find host for bCUBE", { reason: 'lan_no_host' })
}

export function lateAnswer(): Fault {
  return new Fault('timeout', 'The device does not answer in time', { reason: 'lan_timeout' })
}

export function lan<const Facts extends LanFacts>(
  path: string,
  command: string,
  facts: Facts,
): LanCall<Facts> {
  return { ...facts, path: `/lan/v1/${path}`, command }
}

/** Parameters of a row, as the page gives them. */
export type LanParams<Row extends LanFacts> = v.InferInput<Row['params']>
/** Parameters of a row, as the device receives them after parsing. */
export type LanInput<Row extends LanFacts> = v.InferOutput<Row['params']>
export type LanData<Row extends LanFacts> = v.InferOutput<Row['data']>

/** One label of a name, without the `.local` that devices advertise themselves in (RFC 6762). */
export const lanLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i

/** Port of a device in the local network unless it says another. */
export const usualLanPort = 8780

/** Headers of a call: who may, and that they are the one. */
export const lanHeaders = {
  pass: 'Lan-Pass',
  proof: 'Lan-Proof',
  operation: 'Operation-Id',
} as const
