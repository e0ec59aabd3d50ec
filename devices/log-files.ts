import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import type { DeviceLog } from '../domain/entities/device-report.ts'

/** The device's own log: two files, of which the older one is given up when the newer one is full. */
export interface LogFiles {
  write(line: string): void
  list(): DeviceLog[]
  /** Null when there is no log of this name. */
  read(name: string): string | null
  /** Remove both files. */
  clear(): void
}

const [newest, older] = ['device.log', 'device.old.log'] as const
const mostBytes = 200_000

/** @param now wall clock, which can be wrong: the log says what the device believed. */
export function openLogFiles(state: string, now: () => number): LogFiles {
  const folder = join(state, 'logs')
  mkdirSync(folder, { recursive: true })
  const path = join(folder, newest)
  const names = () =>
    readdirSync(folder).filter((name): boolean => name === newest || name === older)
  return {
    write(line) {
      appendFileSync(path, `${new Date(now()).toISOString()} ${line.replaceAll(/\s+/g, ' ')}\n`)
      if (statSync(path).size > mostBytes) renameSync(path, join(folder, older))
    },
    list: () =>
      names().map((name) => {
        const { size, mtime } = statSync(join(folder, name))
        return { name, size, date: mtime.toISOString() }
      }),
    // Read only what is in the list, so that a name is never taken as a path.
    read: (name) => (names().includes(name) ? readFileSync(join(folder, name), 'utf8') : null),
    clear() {
      for (const name of names()) rmSync(join(folder, name), { force: true })
    },
  }
}
