import { Fault } from '../domain/fault.ts'
import { type Bridge, openBridge } from './bridge.ts'
import type { WorkerSurface } from './entry.ts'
import type { JobName, Jobs } from './jobs.ts'

export interface PoolOptions {
  /** Most workers at a time. */
  size: number
  /** Workers without work are stopped after this time. */
  idleStopMs: number
  start: () => Worker
}

export interface Pool {
  /**
   * Run a job of the table in a worker. Aborting rejects with the signal's reason and stops the worker that was busy
   * with it; the other jobs go on. Throws the job's own `Fault`.
   */
  run: <N extends JobName>(
    name: N,
    signal: AbortSignal | null,
    ...args: Parameters<Jobs[N]>
  ) => Promise<Awaited<ReturnType<Jobs[N]>>>
  /** Return the number of workers alive now. */
  count: () => number
  /** Stop everything and reject waiting jobs. The pool starts again with the next job. */
  stop: () => void
}

interface Job {
  name: JobName
  args: readonly unknown[]
  finish: (answer: unknown) => void
  fail: (error: unknown) => void
}

interface Member {
  bridge: Bridge<WorkerSurface>
  job: Job | null
}

/** Create a pool of workers that start when there is work and stop when there is none. */
export function createPool({ size, idleStopMs, start }: PoolOptions): Pool {
  const members = new Set<Member>()
  let queue: Job[] = []
  let idleTimer: ReturnType<typeof setTimeout> | undefined

  function drop(member: Member): void {
    members.delete(member)
    member.job = null
    member.bridge.close()
  }

  function add(): Member {
    const bridge = openBridge<WorkerSurface>(start(), (fault) => {
      const { job } = member
      drop(member)
      job?.fail(fault)
      advance()
    })
    const member: Member = { bridge, job: null }
    members.add(member)
    return member
  }

  function advance(): void {
    clearTimeout(idleTimer)
    while (queue.length > 0) {
      let member = [...members].find((one) => one.job === null)
      if (!member && members.size < size) member = add()
      if (!member) return
      occupy(member, queue.shift()!)
    }
    if ([...members].every((one) => one.job === null)) {
      idleTimer = setTimeout(() => [...members].forEach(drop), idleStopMs)
    }
  }

  function occupy(member: Member, job: Job): void {
    member.job = job
    // Ignore an answer of a dropped member: its job was settled when it was dropped.
    const release = (settle: () => void) => {
      if (member.job !== job) return
      member.job = null
      settle()
      advance()
    }
    member.bridge
      .ask((remote) => remote.run(job.name, job.args))
      .then(
        (answer) => release(() => job.finish(answer)),
        (error: unknown) => release(() => job.fail(error)),
      )
  }

  function cancel(job: Job): void {
    queue = queue.filter((waiting) => waiting !== job)
    for (const member of members) if (member.job === job) drop(member)
    advance()
  }

  return {
    run: (name, signal, ...args) =>
      runJob({ name, args }, signal, {
        begin(job) {
          queue.push(job)
          advance()
        },
        cancel,
      }),
    count: () => members.size,
    stop() {
      clearTimeout(idleTimer)
      const waiting = [...queue, ...[...members].flatMap(({ job }) => job ?? [])]
      queue = []
      for (const member of members) drop(member)
      for (const job of waiting) job.fail(new Fault('internal', 'The workers were stopped'))
    },
  }
}

/** Begin a job, and settle with its answer; an abort rejects with the signal's reason and cancels the job. */
function runJob<Answer>(
  what: Pick<Job, 'name' | 'args'>,
  signal: AbortSignal | null,
  { begin, cancel }: Record<'begin' | 'cancel', (job: Job) => void>,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      reject(signal?.reason)
      cancel(job)
    }
    const settle = () => signal?.removeEventListener('abort', abort)
    const job: Job = {
      ...what,
      finish: (answer) => {
        settle()
        resolve(answer as Answer)
      },
      fail: (error) => {
        settle()
        reject(error)
      },
    }
    signal?.addEventListener('abort', abort, { once: true })
    begin(job)
  })
}

let shared: Pool | undefined

/** Run a job in the page's own pool: `inWorker('analyse', signal, input)`. */
export const inWorker: Pool['run'] = (name, signal, ...args) => {
  shared ??= createPool({
    // Leave one thread to the page.
    size: Math.max(1, Math.min(4, navigator.hardwareConcurrency - 1)),
    // Wait as long as a person takes to fill in a form: a new worker calculates three times as slowly at first.
    idleStopMs: 60_000,
    start: () => new Worker(new URL('./entry.ts', import.meta.url), { type: 'module' }),
  })
  return shared.run(name, signal, ...args)
}
