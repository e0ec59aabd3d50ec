import { expose } from 'comlink'
import { createMethodBench, type MethodBench } from './method-bench.ts'
import { reply, type Reply } from './reply.ts'
import { loadKernels } from './wasm/load-kernels.ts'

/** A share of the runs on a method's test bench. Its requests are answered in the order in which they come. */
export interface MethodBenchSurface {
  run: (name: keyof MethodBench, args: readonly unknown[]) => Promise<Reply>
}

const bench = createMethodBench()

const surface: MethodBenchSurface = {
  run(name, args) {
    const work = bench[name] as (...given: readonly unknown[]) => unknown
    return reply(async () => {
      await loadKernels()
      return work(...args)
    })
  },
}

expose(surface)
