import { mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { freemem } from 'node:os'
import { join } from 'node:path'

/** The memory that Linux offers as a folder. */
const memoryFolder = '/dev/shm'
const prefix = 'bapp-test-'

/** Bytes that must be free, in the folder and in the machine: stores and profiles of browsers of a whole run took 0.9 GB. */
const leastBytes = 4 * 1024 ** 3

/**
 * Keep temporary files of the tests in memory, if there is room: stores wait for the disk after every write, which was a
 * twentieth of the processor time. They go when this process ends; what a killed one left is removed by the next.
 */
export function keepScratchInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return
  for (const name of readdirSync(memoryFolder)) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) remove(name)
  }
  const own = `${prefix}${process.pid}`
  mkdirSync(join(memoryFolder, own), { mode: 0o700 })
  process.env['TMPDIR'] = join(memoryFolder, own)
  process.once('exit', () => remove(own))
}

function hasRoom(): boolean {
  if (process.platform !== 'linux' || freemem() < leastBytes) return false
  try {
    const { bavail, bsize } = statfsSync(memoryFolder)
    return bavail * bsize > leastBytes
  } catch {
    return false
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function remove(name: string): void {
  rmSync(join(memoryFolder, name), { recursive: true, force: true })
}
