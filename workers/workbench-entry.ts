import { expose } from 'comlink'
import { reply, type Reply } from './reply.ts'
import { createWorkbench, type Workbench } from './workbench.ts'
import { loadKernels } from './wasm/load-kernels.ts'

/** One workbench, of one page. Its requests are answered in the order in which they come. */
export interface WorkbenchSurface {
  run: (name: keyof Workbench, args: readonly unknown[]) => Promise<Reply>
}

const bench = createWorkbench()

const surface: WorkbenchSurface = {
  run(name, args) {
    const work = bench[name] as (...given: readonly unknown[]) => unknown
    return reply(async () => {
      await loadKernels()
      return work(...args)
    })
  },
}

expose(surface)
