import { Fault } from '../domain/fault.ts'
import type { DeviceInfo } from '../domain/entities/device-report.ts'
import type { RefusalReason } from '../domain/live/command.ts'
import type { SignedRelease } from '../domain/live/signed-release.ts'
import { minutesToWindow } from '../domain/rules/rollout.ts'
import { compareVersions } from '../domain/rules/version.ts'
import { ReleaseFault } from '../releases/release-fault.ts'
import { createBackOff } from './back-off.ts'
import type { Bench, Updates } from './bench.ts'
import {
  dropPieces,
  findGenuine,
  type ImageSource,
  joinPieces,
  keepPiece,
  keptBytes,
  type ReleaseSource,
  refuseRelease,
} from './download.ts'
import { isPassing } from './edge-client.ts'
import { readTrust, timeFloor } from './lan/trust.ts'
import { keepAnswer } from './outbox.ts'
import { keepSlots, loadSlots, otherSlot, readSlots, sha256, writeSlot } from './slots.ts'
import { readSetting, removeSetting, type Store, transact, writeSetting } from './store.ts'

/** An update that has been ordered and not been installed yet; `release` once it has been fetched and checked. */
interface Order {
  command_uuid: string
  version: string
  file_hash: string
  release?: SignedRelease
  /** Bytes of the image as release signers have listed it, once that was checked. */
  listed?: number
}

/** Sources of software, and the root that the device was made with; without one it knows releases of the service only. */
export interface UpdateSources {
  service: ReleaseSource
  /** Return the stick with the image of an order, null while none is plugged in. */
  stick?: ((order: { version: string; file_hash: string }) => ImageSource | null) | undefined
  root?: string | undefined
}

const setting = 'update'
/** Pauses between tries while the service does not answer. */
const firstMs = 1_000
const longestMs = 60_000

/** Take an update up: the order is kept, so that a power cut only delays it. */
export function orderUpdate({ facts, store, run }: Bench, order: Order): RefusalReason | null {
  if (run?.outcome === null || readOrder(store) || isUpdating(store)) return 'busy'
  const difference = compareVersions(order.version, readSlots(store, facts.bkernelVersion).version)
  if (difference === 0) return 'already_installed'
  if (difference < 0) return 'not_supported'
  dropPieces(store)
  writeSetting(store, setting, JSON.stringify(order))
  return null
}

/**
 * Return true between the installation and the end of its trial, when the device takes no run. While it only downloads it does:
 * a slow line must not keep a laboratory from its work.
 */
export function isUpdating(store: Store): boolean {
  return loadSlots(store).trial !== null
}

function readOrder(store: Store): Order | null {
  const kept = readSetting(store, setting)
  return kept === null ? null : (JSON.parse(kept) as Order)
}

/**
 * Describe the update that is under way, for the service; nothing without one.
 * @param now milliseconds since 1970 by the device's clock
 */
export function describeUpdate(
  store: Store,
  { isRunning, now }: { isRunning: boolean; now: number },
): NonNullable<DeviceInfo['measured']>['update'] {
  const { trial, images } = loadSlots(store)
  if (trial) {
    return { version: images[trial.slot]?.version ?? '', stage: 'trial', share: 100 }
  }
  const order = readOrder(store)
  if (!order) return undefined
  const { version, listed, release } = order
  const size = listed ?? release?.file_size ?? 0
  const share = size === 0 ? 0 : Math.floor((100 * keptBytes(store)) / size)
  if (share < 100) return { version, stage: 'downloading', share }
  return { version, stage: isRunning || waitForWindow(order, now) === 0 ? 'run' : 'window', share }
}

/** Make the part of the device that carries an update out: release, image, installation, each kept before the next. */
export function createUpdates(bench: Bench, sources: UpdateSources): Updates {
  const { store, clock } = bench
  const backOff = createBackOff(firstMs, longestMs)
  let isGoing = false
  /** Something has changed since the step that is going on began. */
  let isWanted = false
  let stopped = false
  let cancel = () => {}

  async function run(): Promise<void> {
    if (stopped) return
    for (let order = readOrder(store); order && !stopped; order = readOrder(store)) {
      // Fetch and keep each step before the next, so that a cut costs one piece at most.
      // oxlint-disable-next-line no-await-in-loop
      const fetched = await fetchNext(bench, order, sources)
      if (stopped) return
      backOff.reset()
      if (fetched === 'all') {
        const wait = waitForWindow(order, clock.now())
        if (wait > 0) cancel = clock.after(wait, go)
        else installOrWait(bench, order)
        return
      }
      const refused = fetched(bench, order)
      if (refused) refuse(bench, order, refused)
    }
  }

  function go(): void {
    if (isGoing) isWanted = true
    if (isGoing || stopped) return
    isGoing = true
    isWanted = false
    cancel()
    // Run after the transaction in which the order is kept.
    Promise.resolve()
      .then(run)
      .catch((error: unknown) => {
        if (!stopped) handle(error)
      })
      .finally(() => {
        isGoing = false
        if (isWanted) go()
      })
  }

  function handle(error: unknown): void {
    const order = readOrder(store)
    if (error instanceof ReleaseFault && order) {
      return refuse(bench, order, `update_${error.code}`, error.message)
    }
    // Show a failure of this program to the person who started it.
    if (!(error instanceof Fault)) throw error
    if (isPassing(error)) cancel = clock.after(backOff.next(), go)
    else if (order) refuse(bench, order, 'update_unavailable')
  }

  return {
    go,
    stop() {
      stopped = true
      cancel()
    },
  }
}

/** Keeps what was fetched; returns why the update ends instead. */
type Keep = (bench: Bench, order: Order) => RefusalReason | null

/**
 * Fetch what an order needs next. A device with a root installs what release signers have listed, and of the service only what
 * it signed for this device; what comes on a stick was chosen by the person whose command this is (decision 68).
 * @throws Fault of the source, ReleaseFault for software that is not genuine
 */
async function fetchNext(
  { store, facts, clock }: Bench,
  order: Order,
  { service, stick, root }: UpdateSources,
): Promise<Keep | 'all'> {
  const { version, release, listed } = order
  const carried = root === undefined ? null : (stick?.(order) ?? null)
  if (!release && !carried) {
    const given = await service.release(version)
    return (bench, to) => keepRelease(bench, to, given)
  }
  const source = carried ?? service
  if (root !== undefined && listed === undefined) {
    const now = Math.max(clock.now(), timeFloor(store))
    const wanted = { ...order, model: facts.model }
    const image = await findGenuine(store, root, source.metadata, wanted, now)
    return (_, to) => keepListed(store, to, image.file_size)
  }
  const size = listed ?? release?.file_size ?? 0
  const from = keptBytes(store)
  if (from >= size) return 'all'
  const bytes = await source.piece(version, from)
  const isWanted = bytes.length > 0 && from + bytes.length <= size
  return () => {
    if (!isWanted) return 'update_mismatch'
    keepPiece(store, from, bytes)
    return null
  }
}

/** Note that an image is listed, unless the service has signed another length. */
function keepListed(store: Store, order: Order, size: number): RefusalReason | null {
  if (order.release && order.release.file_size !== size) return 'update_mismatch'
  writeSetting(store, setting, JSON.stringify({ ...order, listed: size }))
  return null
}

function keepRelease(
  { store, facts, clock }: Bench,
  order: Order,
  release: SignedRelease,
): RefusalReason | null {
  const { version, file_hash } = order
  const now = Math.max(clock.now(), timeFloor(store))
  const wanted = { device: facts.uuid, model: facts.model, version, file_hash, now }
  const refused = refuseRelease(release, wanted, readTrust(store))
  if (!refused) writeSetting(store, setting, JSON.stringify({ ...order, release }))
  return refused
}

/** End an update that is not installed, with its answer. */
function refuse(
  { store, notice }: Bench,
  order: Order,
  reason: RefusalReason,
  detail?: string,
): void {
  transact(store, () => {
    removeSetting(store, setting)
    dropPieces(store)
    keepAnswer(store, { command_uuid: order.command_uuid, state: 'refused', reason })
  })
  const why = detail === undefined ? '' : ` (${detail})`
  notice('error', `${order.version} is not installed: ${reason}${why}`)
}

/** Return the milliseconds until the device may install what it has, by its own clock and in its own time zone. */
function waitForWindow({ release }: Order, now: number): number {
  if (!release?.window) return 0
  const local = new Date(now)
  return minutesToWindow(release.window, local.getHours() * 60 + local.getMinutes()) * 60_000
}

/** Install the image beside what runs, unless a run is going on: its end calls again. */
function installOrWait(bench: Bench, order: Order): void {
  const { store, facts } = bench
  if (bench.run?.outcome === null) return
  const { command_uuid, version, file_hash } = order
  const image = joinPieces(store)
  if (sha256(image) !== file_hash) return refuse(bench, order, 'update_mismatch')
  transact(store, () => {
    removeSetting(store, setting)
    dropPieces(store)
    const slots = loadSlots(store)
    const slot = otherSlot(slots.active)
    writeSlot(store, slot, image)
    // Write the version from the factory down beside the new one: from now on there are two here.
    const factory = { version: facts.bkernelVersion, hash: '' }
    const images = {
      [slots.active]: factory,
      ...slots.images,
      [slot]: { version, hash: file_hash },
    }
    keepSlots(store, { ...slots, images, trial: { slot, tries: 0, command_uuid } })
  })
  bench.power('reboot')
}
