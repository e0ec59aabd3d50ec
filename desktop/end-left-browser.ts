import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** Longer than a browser takes to put its things away. */
const patienceMs = 5_000

/**
 * End a browser that still has the window's profile although its host is gone: the next one would only hand it the new
 * address and end. Nobody else has a right to the profile: the caller holds the port that belongs to it.
 */
export async function endLeftBrowser(folder: string): Promise<void> {
  const pid = holderOf(folder)
  if (pid === null || !commandOf(pid).includes(folder)) return
  const until = Date.now() + patienceMs
  if (!signal(pid, 'SIGTERM')) return
  while (signal(pid, 0)) {
    if (Date.now() > until) signal(pid, 'SIGKILL')
    await sleep(50)
  }
}

/**
 * Return the process that Chromium notes as the profile's holder: a link to `HOST-PID`. Windows has none, and needs
 * none.
 */
function holderOf(folder: string): number | null {
  try {
    const [, host, pid] = /^(.*)-(\d+)$/.exec(readlinkSync(join(folder, 'SingletonLock'))) ?? []
    return host === hostname() ? Number(pid) : null
  } catch {
    return null
  }
}

/** Empty where there is no such process, or one that is dead and not asked about yet. */
function commandOf(pid: number): string {
  try {
    if (process.platform === 'linux') return readFileSync(`/proc/${pid}/cmdline`, 'utf8')
    return execFileSync('ps', ['-o', 'args=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

function signal(pid: number, word: NodeJS.Signals | 0): boolean {
  try {
    if (word === 0 && commandOf(pid) === '') return false
    return process.kill(pid, word)
  } catch {
    return false
  }
}
