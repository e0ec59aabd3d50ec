import * as v from 'valibot'
import { get, post } from '../call.ts'
import { RecordedCommand } from '../live/command.ts'
import { ContentHash, Timestamp, Uuid } from '../fields.ts'
import { LanPublicKey } from '../lan/lan-pass.ts'
import { SignedStops } from '../rules/lot-stops.ts'
import { permissions } from '../permissions.ts'

const Word = v.pipe(v.string(), v.minLength(16), v.maxLength(128))

/** Proof that its sender signed with the command (`proofText` of domain/lan/lan-pass.ts): a device cannot invent an order. */
const CommandProof = v.strictObject({
  challenge: Word,
  nonce: Word,
  signature: Word,
  /** SHA-256 of the body. */
  digest: ContentHash,
  /** As it came; absent where a password is in it. */
  body: v.optional(v.pipe(v.string(), v.maxLength(128 * 1024))),
})

/** A command that came to a device in the local network, with the pass of the one who gave it. */
const LanCommand = v.strictObject({
  command_uuid: Uuid,
  pass: v.pipe(v.string(), v.maxLength(30_000)),
  proof: CommandProof,
  command: RecordedCommand,
  /** By the device's clock. */
  at: Timestamp,
})
export type LanCommand = v.InferOutput<typeof LanCommand>

/** Ours: what makes the local network safe to use without the service, and known to it afterwards. */
export const lanPassCalls = {
  /**
   * A pass for the company's devices in the local network, while the service is away (domain/lan/lan-pass.ts).
   * Bound to a key of this browser; as good as the account is at this moment, for 72 hours.
   */
  pass: post('/live/lan_pass', {
    reach: 'own',
    person: true,
    needs: null,
    body: v.strictObject({ public_key: LanPublicKey }),
    data: v.strictObject({
      pass: v.string(),
      expires_at: Timestamp,
      permissions: v.array(v.picklist(permissions)),
    }),
  }),
  /** Lots that are not run, signed for the company's devices: a page hands them to those that cannot reach the service. */
  lotStops: get('/bkits/lot_stops', { reach: 'own', needs: 'bkits.search', data: SignedStops }),
  /** Report orders given in the local network: each is written into the ledger once, under the person who gave it. */
  report: post('/device/lan_commands', {
    needs: null,
    caller: 'device',
    exact: true,
    body: v.strictObject({
      commands: v.pipe(v.array(LanCommand), v.minLength(1), v.maxLength(20)),
    }),
    data: v.strictObject({ kept: v.number() }),
  }),
}
