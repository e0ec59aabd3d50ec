import { expose } from 'comlink'
import { reply, type Reply } from '../../reply.ts'
import { createListSession, type ListSession } from './list-session.ts'

/** One list, of one page. Its requests are answered in their order. */
export interface ListSurface {
  /** The file is handed over as it is: the page does not read it. */
  open: (file: File, ...rest: Skip<Parameters<ListSession['open']>>) => Promise<Reply>
  run: (name: Exclude<keyof ListSession, 'open'>, args: readonly unknown[]) => Promise<Reply>
}
type Skip<Args extends readonly unknown[]> = Args extends [unknown, ...infer Rest] ? Rest : never

/** Progress of a long task, from 0 to 1, sent beside the answers. */
export interface ListProgress {
  listProgress: number
}

const session = createListSession((part) => {
  postMessage({ listProgress: part } satisfies ListProgress)
})

// Answer one request after the other, so that none overtakes the file that it is about.
let before: Promise<unknown> = Promise.resolve()
function inTurn(work: () => unknown): Promise<Reply> {
  const answer = before.then(() => reply(work))
  before = answer.catch(() => undefined)
  return answer
}

const surface: ListSurface = {
  open(file, ...rest) {
    return inTurn(async () => {
      const bytes = new Uint8Array(await file.arrayBuffer())
      return session.open({ name: file.name, bytes }, ...rest)
    })
  },
  run(name, args) {
    const work = session[name] as (...given: readonly unknown[]) => unknown
    return inTurn(() => work(...args))
  },
}

expose(surface)
