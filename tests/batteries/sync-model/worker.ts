import { parentPort, workerData } from 'node:worker_threads'
import { type Failure, runSeed } from './run-seed.ts'

export type Message = { played: number } | { failure: Failure } | { done: true }

const { from, to, every, offset, count } = workerData as {
  from: number
  to: number
  every: number
  offset: number
  count: number
}
const tell = (message: Message) => parentPort?.postMessage(message)

let played = 0
for (let seed = from + offset; seed < to; seed += every) {
  const failure = runSeed(seed, count)
  if (failure) tell({ failure })
  played += 1
  if (played % 500 === 0) tell({ played: 500 })
}
tell({ played: played % 500 })
tell({ done: true })
