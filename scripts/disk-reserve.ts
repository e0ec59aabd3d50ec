import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const reserveName = 'reserve'

/** Bytes on the disk of the state directory. */
export interface ReserveSizes {
  /** Held by a file that nobody needs. */
  reserve: number
  /** With less than this free the stores cannot even open for reading: SQLite needs a file beside each. */
  low: number
}

const usualSizes: ReserveSizes = { reserve: 64 * 2 ** 20, low: 16 * 2 ** 20 }
const megabyte = 2 ** 20

/**
 * Holds some room on the disk of the state directory, which it gives up when the disk is full, and takes again when there is
 * room: people can still sign in and read, runs and aborts go on, and the person at the terminal knows in time.
 */
export class DiskReserve {
  readonly #stateDir: string
  readonly #say: (text: string) => void
  readonly #sizes: ReserveSizes
  #told: 'enough' | 'released' | 'full' = 'enough'

  constructor(stateDir: string, say: (text: string) => void, sizes = usualSizes) {
    this.#stateDir = stateDir
    this.#say = say
    this.#sizes = sizes
  }

  /** Look at the disk, and release or make the reserve. @returns true when it is full and the reserve is used up. */
  look(): boolean {
    const { reserve, low } = this.#sizes
    if (freeBytes(this.#stateDir) < low && releaseReserve(this.#stateDir)) {
      this.#tell(
        'released',
        `its reserve of ${inMegabytes(reserve)} is released, so that work can end in order`,
      )
    }
    const free = freeBytes(this.#stateDir)
    if (free < low) {
      this.#tell('full', 'people can sign in, read and abort runs, and nothing else is written')
      return true
    }
    if (!existsSync(this.#path) && free >= reserve + 2 * low) {
      if (this.#make() && this.#told !== 'enough') {
        this.#told = 'enough'
        this.#say(`There is room again on the disk of ${this.#stateDir}.`)
      }
    }
    return false
  }

  get #path(): string {
    return join(this.#stateDir, reserveName)
  }

  #tell(state: 'released' | 'full', what: string): void {
    if (this.#told === state) return
    this.#told = state
    const left = inMegabytes(freeBytes(this.#stateDir))
    this.#say(`The disk of ${this.#stateDir} is full (${left} left): ${what}. Make room there.`)
  }

  /** Write bytes that no file system can store in less. @returns false when they did not fit after all. */
  #make(): boolean {
    const block = randomBytes(megabyte)
    try {
      writeFileSync(this.#path, '')
      for (let left = this.#sizes.reserve; left > 0; left -= megabyte) {
        appendFileSync(this.#path, block.subarray(0, Math.min(left, megabyte)))
      }
      return true
    } catch {
      rmSync(this.#path, { force: true })
      return false
    }
  }
}

/** Remove the reserve of a state directory. @returns whether there was one. */
export function releaseReserve(stateDir: string): boolean {
  const path = join(stateDir, reserveName)
  if (!existsSync(path) || statSync(path).size === 0) return false
  rmSync(path)
  return true
}

/** Return how many bytes this user may still write on a directory's disk. */
export function freeBytes(stateDir: string): number {
  const disk = statfsSync(stateDir)
  return disk.bavail * disk.bsize
}

function inMegabytes(bytes: number): string {
  return `${Math.floor(bytes / megabyte)} MB`
}
