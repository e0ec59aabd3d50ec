import { asReason } from './reasons/reason.ts'
import * as v from 'valibot'
import { Fault, type FaultCode, type FaultDetail, faultStatus } from './fault.ts'

/** The envelope of every JSON reply (spec §3 "Response envelope"). */
export type Reply<Data> = { ok: true; data: Data } | { ok: false; errors: FaultDetail[] }

const WireError = v.looseObject({
  code: v.optional(v.string()),
  message: v.optional(v.string()),
  field: v.optional(v.string()),
  reason: v.optional(v.string()),
  params: v.optional(v.record(v.string(), v.union([v.string(), v.number()]))),
  versions: v.optional(v.strictObject({ yours: v.unknown(), theirs: v.unknown() })),
})

const WireReply = v.variant('ok', [
  v.looseObject({ ok: v.literal(true), data: v.unknown() }),
  // Read the old form of `errors`, a bare string (spec §3), which is never written.
  v.looseObject({ ok: v.literal(false), errors: v.union([v.string(), v.array(WireError)]) }),
])

function codeOf(code: string | undefined, status: number): FaultCode {
  return code !== undefined && status >= 400 && status < 500 ? 'refused' : 'internal'
}

function isFaultCode(code: string | undefined): code is FaultCode {
  return code !== undefined && Object.hasOwn(faultStatus, code)
}

/**
 * Open the envelope: gives `data`, or throws the `Fault` inside. A code that only a newer service knows is what its status
 * says: a refusal stays one, or what was refused would be sent for ever.
 * Anything that is not an envelope (a captive portal's page, a proxy's error) is a `network` fault.
 */
export function readReply(body: unknown, status = 500): unknown {
  const parsed = v.safeParse(WireReply, body)
  if (!parsed.success) throw new Fault('network', 'The answer is not from this service')
  if (parsed.output.ok) return parsed.output.data
  const errors = parsed.output.errors
  if (typeof errors === 'string') throw new Fault('internal', errors)
  const [first, ...others] = errors.map(({ code, message, reason, ...rest }): FaultDetail => ({
    code: isFaultCode(code) ? code : codeOf(code, status),
    message: message ?? '',
    ...(reason === undefined ? {} : { reason: asReason(reason) }),
    ...rest,
  }))
  if (!first) throw new Fault('internal', 'The service gave no reason')
  throw new Fault([first, ...others])
}
