import { readFileSync, writeFileSync } from 'node:fs'

/** Read the resident memory of a process in MB, now and at its highest since the last reset. Linux only. */
export function readMemory(pid: number): { now: number; highest: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`${name}:\\s*(\\d+)`).exec(text)?.[1]) / 1024
  return { now: read('VmRSS'), highest: read('VmHWM') }
}

export function resetHighest(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}
