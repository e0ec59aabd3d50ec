import { mkdirSync } from 'node:fs'
import type { WatchedFolder } from '../../../desktop/watched/watched-folder.ts'
import { type Drop, stepsOf } from './drop-files.ts'

/** Interval of the virtual clock (ms). */
const tickMs = 1_000

export interface Scene {
  folder: string
  /** The watched folder as it is now: it is another object after a restart. */
  watched(): Pick<WatchedFolder, 'look'>
  /** Put the virtual clock forward. */
  advance(ms: number): void
  /** Called at each tick, after the disk and the looks; `ended` once nothing more happens on the disk. */
  onTick(at: number, ended: boolean): Promise<void>
}

/** Time for which the folder is looked at after the last step: everything is still by then (ms). */
const afterMs = 20_000

/** Let all drops happen, tick by tick on a virtual clock, while the folder is looked at every two seconds. */
export async function play(scene: Scene, drops: readonly Drop[]): Promise<void> {
  const { folder, watched, advance, onTick } = scene
  mkdirSync(folder, { recursive: true })
  const steps = drops
    .flatMap((drop) => stepsOf(folder, drop))
    .toSorted((one, other) => one.at - other.at)
  const end = (steps.at(-1)?.at ?? 0) + afterMs
  let next = 0
  for (let at = 0; at <= end; at += tickMs) {
    while (next < steps.length && steps[next]!.at <= at) {
      await steps[next]!.act()
      next += 1
    }
    advance(tickMs)
    if (at % (2 * tickMs) === 0) await watched().look()
    await onTick(at, next === steps.length && at >= end - tickMs)
  }
}
