import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import type { Outcome } from './world.ts'

/** Work of one process: a process has one clock and one build of the product. */
export interface Job {
  kind: 'seeds' | 'exhaustive' | 'skew'
  from: number
  to: number
  step: number
  /** Name of a planted bug. */
  plant?: string
  /** Ends with the first seed that fails. */
  stopAtFirst?: boolean
  /** Every so many seeds are lived twice. */
  twiceEvery?: number
  /** Failing seeds are made small. */
  shrink?: boolean
}

export interface Lived {
  seed: number
  /** Versions that met. */
  pair?: string
  problems: string[]
  trace: string
  counts: Outcome['counts']
  /** True where all was the same in a seed that was lived twice. */
  same?: boolean
  replay?: string
}

const program = new URL('worker.ts', import.meta.url).pathname

/** Run jobs side by side. @returns in the order in which they end. */
export async function liveJobs(
  jobs: readonly Job[],
  onLived: (lived: Lived) => void,
): Promise<void> {
  await Promise.all(jobs.map((job) => liveJob(job, onLived)))
}

async function liveJob(job: Job, onLived: (lived: Lived) => void): Promise<void> {
  const child = spawn(process.execPath, [program, JSON.stringify(job)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) onLived(JSON.parse(line) as Lived)
  }
  const code = await ended
  if (code !== 0) throw new Error(`a process of the simulation ended with ${code}`)
}
