import { expose } from 'comlink'
import { jobs, type JobName } from './jobs.ts'
import { reply, type Reply } from './reply.ts'
import { loadKernels } from './wasm/load-kernels.ts'

/** The whole surface of the worker: run one job of the table. */
export interface WorkerSurface {
  run: (name: JobName, args: readonly unknown[]) => Promise<Reply>
}

const surface: WorkerSurface = {
  run(name, args) {
    const job = jobs[name] as (...given: readonly unknown[]) => unknown
    return reply(async () => {
      await loadKernels()
      return job(...args)
    })
  },
}

expose(surface)
