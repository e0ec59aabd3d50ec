import * as v from 'valibot'
import type { Schema } from './call.ts'
import { Timestamp, Uuid } from './fields.ts'
import { FileQuestion, waitingFileStates } from './rules/waiting-file.ts'
import { HeldRunDetails } from './lan/held-run.ts'
import { lanHeaders, lanLabel } from './lan/lan-call.ts'
import { lanRows } from './lan/lan-calls.ts'

/**
 * Messages between the desktop shell's host and the page in its window (spec §7 "Desktop shell"): events of the host, and
 * calls that the page may make. Both sides check messages against these tables; there are no others.
 */

const nothing = v.strictObject({})
const Hostname = v.pipe(v.string(), v.regex(lanLabel))

/** Device that announces itself in the local network, of any company. */
export const FoundDevice = v.strictObject({
  uuid: Uuid,
  hostname: Hostname,
  deviceType: v.picklist(['bcube', 'bgate']),
  /** Time at which it was last seen there. */
  seen_at: Timestamp,
})
export type FoundDevice = v.InferOutput<typeof FoundDevice>

/** By what this machine hangs in the local network; empty where by nothing. */
export const NetworkConfig = v.strictObject({
  interfaces: v.array(v.strictObject({ name: v.string(), address: v.string() })),
})
export type NetworkConfig = v.InferOutput<typeof NetworkConfig>

/** Something in the local network that a person should know: shown as a toast with the device's name. */
export const HostNotice = v.strictObject({
  kind: v.picklist(['device_away', 'name_taken', 'no_discovery']),
  /** The one that it is about; null where it is about none. */
  device: v.nullable(v.pick(FoundDevice, ['uuid', 'hostname'])),
})
export type HostNotice = v.InferOutput<typeof HostNotice>

const FileHash = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const FileName = v.pipe(v.string(), v.maxLength(255))
/** Name of an answer: no path, no hidden file, nothing that a system reserves. */
const AnswerName = v.pipe(
  v.string(),
  v.maxLength(160),
  v.regex(/^[\p{L}\p{N}][\p{L}\p{N} ._-]*-\d{8}T\d{6}\.(hl7|json)$/u),
)
/** Failure of a file, in the words of `Fault`: the page has a text for each. */
const FileCause = v.strictObject({
  code: v.pipe(v.string(), v.maxLength(40)),
  reason: v.nullable(v.pipe(v.string(), v.maxLength(60))),
  params: v.record(v.pipe(v.string(), v.maxLength(40)), v.union([v.string(), v.number()])),
})
/** Outcome of a file. */
const settled = {
  question: v.nullable(FileQuestion),
  cause: v.nullable(FileCause),
  /** The analysis that it was imported as. */
  analysis_uuid: v.nullable(Uuid),
  analysis_name: v.nullable(v.pipe(v.string(), v.maxLength(200))),
}

/** A file that a watched folder has brought; its content is kept by its hash. */
export const WatchedFile = v.strictObject({
  hash: FileHash,
  name: FileName,
  size: v.number(),
  state: v.picklist(waitingFileStates),
  found_at: Timestamp,
  settled_at: v.nullable(Timestamp),
  /** A file of this name had been imported before it was written again. */
  again: v.boolean(),
  /** Analyses that were planned from its orders, with the time of the signature that was answered last; null: none was. */
  plans: v.array(v.strictObject({ analysis_uuid: Uuid, answered: v.nullable(Timestamp) })),
  ...settled,
})
export type WatchedFile = v.InferOutput<typeof WatchedFile>

/** The folder that the shell watches, and what it has brought. */
export const WatchState = v.strictObject({
  /** Null: none is watched. */
  folder: v.nullable(v.string()),
  /** The company whose people import its files; null until somebody has signed in. */
  company_uuid: v.nullable(Uuid),
  company_name: v.string(),
  paused: v.boolean(),
  looked_at: v.nullable(Timestamp),
  problem: v.nullable(v.picklist(['missing', 'unreadable', 'disk_full', 'too_many'])),
  /** Files that are still being written, or locked. */
  writing: v.number(),
  counts: v.strictObject({
    waiting: v.number(),
    asks: v.number(),
    imported: v.number(),
    failed: v.number(),
    ignored: v.number(),
  }),
  files: v.array(WatchedFile),
})
export type WatchState = v.InferOutput<typeof WatchState>

export const SettleFile = v.strictObject({
  hash: FileHash,
  state: v.picklist(['waiting', 'asks', 'imported', 'failed', 'ignored']),
  ...settled,
})
export type SettleFile = v.InferOutput<typeof SettleFile>

const company = { company_uuid: Uuid, company_name: v.pipe(v.string(), v.maxLength(200)) }

export const hostEvents = {
  /** All that are known, when the page begins to listen and when the search begins or ends. */
  deviceList: v.strictObject({ devices: v.array(FoundDevice) }),
  /** One was found, or heard again. */
  deviceUpdate: FoundDevice,
  /** One said goodbye, or is silent for too long. */
  deviceDelete: v.pick(FoundDevice, ['uuid', 'hostname']),
  networkConfig: NetworkConfig,
  notification: HostNotice,
  /** The watched folder, or a file of it, is another than before. */
  watchState: WatchState,
  /** The clock has jumped: this machine slept. */
  clock: v.strictObject({ away_ms: v.number() }),
} as const
export type HostEventName = keyof typeof hostEvents
export type HostEventData<Name extends HostEventName> = v.InferOutput<(typeof hostEvents)[Name]>

/** Nothing that would end a header. */
const Header = v.pipe(v.string(), v.maxLength(32_000), v.regex(/^[\x21-\x7e]*$/))

/**
 * A call of a device (domain/lan/lan-calls.ts) as the page has signed it. The key never leaves the page, so the host can
 * carry such a call and make none; a changed byte is refused by the device.
 */
const SignedCall = v.strictObject({
  body: v.pipe(v.string(), v.maxLength(128 * 1024)),
  headers: v.strictObject({
    [lanHeaders.pass]: v.optional(Header),
    [lanHeaders.proof]: v.optional(Header),
    [lanHeaders.operation]: v.optional(Header),
  }),
})
export type SignedCall = v.InferOutput<typeof SignedCall>

export interface BridgeCall {
  params: Schema
  data: Schema
}
export type BridgeParams<Row extends BridgeCall> = v.InferOutput<Row['params']>
export type BridgeData<Row extends BridgeCall> = v.InferOutput<Row['data']>

export const bridgeCalls = {
  /** Somebody has signed in: devices are looked for from now on (DESK-006). */
  startDiscovery: { params: nothing, data: nothing },
  /** Nobody is signed in any more. */
  stopDiscovery: { params: nothing, data: nothing },
  /** A run as it is stored on a device that was found, page by page. */
  analysisGet: {
    params: v.strictObject({ hostname: Hostname, analysis_uuid: Uuid, signed: SignedCall }),
    data: HeldRunDetails,
  },
  watchState: { params: nothing, data: WatchState },
  /**
   * Let the person choose a folder in a dialog of the system: the page names none, so that it can read no other folder. Null where
   * none was chosen, or the system has no such dialog.
   */
  watchChoose: {
    params: v.strictObject(company),
    data: v.strictObject({
      outcome: v.picklist(['chosen', 'cancelled', 'no_dialog', 'unreadable']),
    }),
  },
  /** A folder that was named at the start belongs to the company of the first person who signs in. */
  watchBind: { params: v.strictObject(company), data: nothing },
  watchPause: { params: v.strictObject({ paused: v.boolean() }), data: nothing },
  watchForget: { params: nothing, data: nothing },
  /** The content of a file, to be imported. */
  watchTake: {
    params: v.strictObject({ hash: FileHash }),
    data: v.strictObject({ name: FileName, content: v.pipe(v.string(), v.base64()) }),
  },
  watchSettle: { params: SettleFile, data: nothing },
  /** Samples of this analysis are planned from the orders of a file. */
  watchPlanned: {
    params: v.strictObject({ hash: FileHash, analysis_uuid: Uuid }),
    data: nothing,
  },
  /**
   * Write the answers to the orders of a file, by a signed analysis that was planned from it, into the folder of answers below the
   * watched folder.
   */
  watchAnswer: {
    params: v.strictObject({
      hash: FileHash,
      analysis_uuid: Uuid,
      signed_at: Timestamp,
      files: v.pipe(
        v.array(v.strictObject({ name: AnswerName, content: v.pipe(v.string(), v.base64()) })),
        v.minLength(1),
        v.maxLength(2),
      ),
    }),
    data: nothing,
  },
  /** Any other call that a device answers, with the device's own envelope as its answer. */
  deviceCall: {
    params: v.strictObject({
      hostname: Hostname,
      path: v.picklist([...new Set(lanRows.map(({ path }) => path))]),
      signed: SignedCall,
    }),
    data: v.looseObject({ ok: v.boolean() }),
  },
} as const satisfies Record<string, BridgeCall>
export type BridgeCallName = keyof typeof bridgeCalls

/** Every address of the host is below it, beside the pages and the service's own addresses. */
export const bridgePath = '/desktop/'
/** Path of the stream of the host's events. */
export const eventsPath = `${bridgePath}events`
export const callPath = (name: BridgeCallName): string => `${bridgePath}call/${name}`

/** Name of the element by which a page knows that the shell has opened it. */
export const desktopMark = 'desktop'
