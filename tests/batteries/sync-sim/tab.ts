import type { Random } from '../../support/seeded-random.ts'
import type { VirtualTime } from './platform/virtual-time.ts'

/**
 * Page in one browser: it receives events only while it lives, and all at once after a freeze. Its unfinished work
 * stays half done when it is killed.
 */
export class Tab {
  readonly name: string
  readonly time: VirtualTime
  readonly random: Random
  alive = true
  frozen = false
  readonly #held: (() => void)[] = []

  constructor(name: string, time: VirtualTime, random: Random) {
    this.name = name
    this.time = time
    this.random = random
  }

  schedule(ms: number, work: () => void): void {
    this.time.after(ms, () => {
      if (!this.alive) return
      if (this.frozen) this.#held.push(work)
      else work()
    })
  }

  wait(ms: number): Promise<void> {
    return new Promise((resolve) => this.schedule(ms, resolve))
  }

  freeze(): void {
    this.frozen = true
  }

  thaw(): void {
    this.frozen = false
    for (const work of this.#held.splice(0)) this.time.after(0, () => this.alive && work())
  }

  kill(): void {
    this.alive = false
  }
}
