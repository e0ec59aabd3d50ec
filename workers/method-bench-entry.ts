import { expose } from 'comlink'
import { createMethodBench, type MethodBench, type MethodPair } from './method-bench.ts'
import { reply, type Reply } from './reply.ts'
import { loadKernels } from './wasm/load-kernels.ts'

/** A bench to whose worker both evaluations are sent once per draft: 50 runs would copy them 50 times. */
export interface MethodBenchWork extends Pick<MethodBench, 'hold' | 'drop'> {
  judgeBy: (pair: MethodPair) => void
  compare: (id: string, isDetailed: boolean) => ReturnType<MethodBench['compare']>
  readLayers: (id: string) => ReturnType<MethodBench['readLayers']>
}

/** A share of the runs on a method's test bench. Its requests are answered in the order in which they come. */
export interface MethodBenchSurface {
  run: (name: keyof MethodBenchWork, args: readonly unknown[]) => Promise<Reply>
}

const bench = createMethodBench()
let pair: MethodPair | null = null

function readPair(): MethodPair {
  if (!pair) throw new Error('There is no evaluation to judge by')
  return pair
}

const work: MethodBenchWork = {
  hold: bench.hold,
  drop: bench.drop,
  judgeBy(next) {
    pair = next
  },
  compare: (id, isDetailed) => bench.compare(id, readPair(), isDetailed),
  readLayers: (id) => bench.readLayers(id, readPair()),
}

const surface: MethodBenchSurface = {
  run(name, args) {
    const asked = work[name] as (...given: readonly unknown[]) => unknown
    return reply(async () => {
      await loadKernels()
      return asked(...args)
    })
  },
}

expose(surface)
