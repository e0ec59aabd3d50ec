import * as v from 'valibot'
import { get, post } from '../call.ts'
import { Timestamp, Uuid, Version } from '../fields.ts'
import { SignedStops } from '../rules/lot-stops.ts'
import { CommandAnswer, CommandMessage } from '../live/command.ts'
import { SignedRelease } from '../live/signed-release.ts'
import { Reading, RunProgress } from '../live/event.ts'

/** 32 bytes, and the 64 of a signature, base64url. */
const Bytes32 = v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'claim_bytes'))
const Bytes64 = v.pipe(v.string(), v.regex(/^[\w-]{86}$/, 'claim_bytes'))
/** JSON text of a device's own. */
const StatusText = v.pipe(v.string(), v.maxLength(1000))
/** Name of a file of release metadata, such as `3.targets.json`. */
const MetadataName = v.pipe(
  v.string(),
  v.regex(/^(?:[1-9]\d{0,8}\.(?:root|snapshot|targets)|timestamp)\.json$/, 'file_name'),
)
const Points = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(5000))

/**
 * Header of the receipt for a look into the directory, in the answer to a device that was looked up. A device that sends the last one
 * with its calls is not looked up again for an hour; without it, all works the same (decision 99).
 */
export const receiptHeader = 'Directory-Receipt'

/**
 * The device's own calls (ours, beside the specification's). A device signs in with its key:
 * `Authorization: Device <uuid>.<key>`. Every one may be repeated without harm: readings are kept once
 * by (analysis, phase, index), a run ends once, an answer to a command moves the ledger forward only.
 */
export const deviceLinkCalls = {
  /** Says hello: what it is and runs; gives the company whose subjects it may use. */
  hello: post('/device/hello', {
    needs: null,
    caller: 'device',
    body: v.strictObject({
      bkernel_version: Version,
      busy: v.picklist(['Y', 'N']),
      status: StatusText,
      /** Time of its last calibration, where it is known. */
      calibrated_at: v.optional(Timestamp),
      /** Its key for claims (Ed25519, base64url); of a device in the provider's stock the first one is kept (decision 86). */
      claim_key: v.optional(Bytes32),
    }),
    data: v.strictObject({
      company_uuid: Uuid,
      server_time: v.string(),
      /** Public key that checks the company's passes in the local network (domain/lan/lan-pass.ts), base64url. */
      lan_key: v.string(),
      /** People whose passes are not to be taken any more, though their time has not run out. */
      leavers: v.array(Uuid),
      /** Second (since 1970) from which the passes of people count whose rights, password or sessions have changed. */
      passes_from: v.record(Uuid, v.number()),
      /** Lots that are not run; an older service says nothing of them. */
      lots: v.optional(SignedStops),
      /** Challenge that a device which may be claimed signs together with the code that it shows. */
      claim: v.optional(v.strictObject({ challenge: Bytes32, until: Timestamp })),
    }),
  }),
  /** Answers the challenge of a claim: the signature over the challenge and the code on its display, which is not sent. */
  claimAnswer: post('/device/claim_answer', {
    needs: null,
    caller: 'device',
    body: v.strictObject({ challenge: Bytes32, signature: Bytes64 }),
    data: v.strictObject({}),
  }),
  /** Commands still waiting for it, oldest first. */
  commands: get('/device/commands', {
    needs: null,
    caller: 'device',
    data: v.array(CommandMessage),
  }),
  /**
   * Asks, once an hour, for a version that the device installs by itself (decision 87). What is due is ordered by the service, and the order is
   * among the commands from then on.
   */
  dueUpdate: post('/device/due_update', {
    needs: null,
    caller: 'device',
    data: v.strictObject({ ordered: v.nullable(Version) }),
  }),
  /** The signed description of a version that this device is offered: what an image is checked by (decision 64). */
  release: get('/device/release/:version', {
    needs: null,
    caller: 'device',
    params: v.strictObject({ version: Version }),
    data: SignedRelease,
  }),
  /** A file of the release metadata by its name (decision 68): all but `timestamp.json` never change. */
  metadata: get('/device/metadata/:name', {
    needs: null,
    caller: 'device',
    params: v.strictObject({ name: MetadataName }),
    reply: 'blob',
  }),
  /** A piece of its image from this byte on, of at most 256 KiB. */
  image: get('/device/image/:version', {
    needs: null,
    caller: 'device',
    params: v.strictObject({ version: Version }),
    query: v.strictObject({ from: v.pipe(v.string(), v.regex(/^\d{1,9}$/, 'number')) }),
    reply: 'blob',
  }),
  answer: post('/device/answer', {
    needs: null,
    caller: 'device',
    body: CommandAnswer,
    data: v.strictObject({}),
  }),
  started: post('/device/started/:id', {
    needs: null,
    caller: 'device',
    params: v.strictObject({ id: Uuid }),
    body: v.strictObject({ at: Timestamp }),
    data: v.strictObject({}),
  }),
  readings: post('/device/readings/:id', {
    needs: null,
    caller: 'device',
    params: v.strictObject({ id: Uuid }),
    body: v.strictObject({
      readings: v.pipe(v.array(Reading), v.minLength(1), v.maxLength(50)),
      progress: RunProgress,
    }),
    /** Highest index kept of each phase without a gap before it. */
    data: v.strictObject({ AMP: v.number(), VAL: v.number() }),
  }),
  /**
   * The run is over and every reading has been acknowledged: the curve file is made, results are computed
   * and the status is set, all in one step, before this is answered.
   */
  finished: post('/device/finished/:id', {
    needs: null,
    caller: 'device',
    params: v.strictObject({ id: Uuid }),
    body: v.strictObject({
      outcome: v.picklist(['completed', 'aborted', 'broken']),
      reason: v.pipe(v.string(), v.maxLength(500)),
      /** End and start of the run by the clock of the device; older devices do not say when it started. */
      at: Timestamp,
      began: v.optional(Timestamp),
      /** Number of points measured in each phase; where fewer are kept, some are still to be sent. */
      measured: v.strictObject({ AMP: Points, VAL: Points }),
      /** Calibration of light that the device has divided the readings by; null: they are raw. Absent: the device does not say. */
      light: v.optional(v.nullable(Uuid)),
    }),
    data: v.strictObject({ status: v.string() }),
    timeout: 60_000,
  }),
}
