/** Answers to reads and searches that are kept for the time without network live this long after their last use (spec §9). */
export const answerLifeMs = 86_400_000

/** One answer as it is kept (spec §3 "Local cache"). */
interface KeptAnswer {
  url: string
  value: unknown
  etag: string | null
  createdAt: number
  lastHitAt: number | null
}

/** Question that an answer belongs to: the same question of another account is another one (decisions D34). */
export interface Question {
  /** Account, or `anyone` for answers that are the same for everybody. */
  who: string
  method: string
  url: string
  body: string
  /** Number of the sign-in in which it was asked: an answer after the sign-out is not kept. */
  epoch: number
}

let epoch = 0

export function answersEpoch(): number {
  return epoch
}

const swept = new Set<string>()

/** Keep an answer in place of the one before. A storage that is full or refused costs only the next look offline. */
export async function keepAnswer(
  question: Question,
  value: unknown,
  etag: string | null = null,
): Promise<void> {
  const { url } = question
  const answer = { url, value, etag, createdAt: Date.now(), lastHitAt: null }
  await inOrder(() => write(question, answer))
}

/** Find the stored answer to a question, and note its use; null if there is none or it is too old. */
export function findAnswer(question: Question): Promise<{ value: unknown } | null> {
  return inOrder(() => readAndNote(question))
}

async function readAndNote(question: Question): Promise<{ value: unknown } | null> {
  const cache = await openAnswers(question.who)
  const kept = await cache?.match(await addressOf(question))
  if (!kept) return null
  const answer = (await kept.json()) as KeptAnswer
  if (isOld(answer)) {
    await cache?.delete(await addressOf(question))
    return null
  }
  await write(question, { ...answer, lastHitAt: Date.now() })
  return { value: answer.value }
}

/** Delete an answer that is no longer true: the edge has refused the question. */
export function dropAnswer(question: Question): Promise<void> {
  return inOrder(async () => {
    const cache = await openAnswers(question.who)
    await cache?.delete(await addressOf(question))
  })
}

let before: Promise<unknown> = Promise.resolve()

/** Work in order: an old answer, noted as used, must not replace a new one that comes meanwhile. */
function inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
  const done = before.then(work)
  before = done.catch(() => undefined)
  return done
}

/** Remove all that was kept for an account, when it signs out. */
export async function dropAnswers(who: string): Promise<void> {
  epoch += 1
  swept.delete(who)
  await globalThis.caches?.delete(nameOf(who))
}

async function write(question: Question, answer: KeptAnswer): Promise<void> {
  if (question.epoch !== epoch) return
  const cache = await openAnswers(question.who)
  const address = await addressOf(question)
  await cache?.put(address, Response.json(answer)).catch(() => undefined)
  if (question.epoch !== epoch) await globalThis.caches?.delete(nameOf(question.who))
}

function isOld({ createdAt, lastHitAt }: KeptAnswer): boolean {
  return Date.now() - (lastHitAt ?? createdAt) > answerLifeMs
}

/** Return the key of method, address and body: searches differ in their bodies only. */
async function addressOf({ method, url, body }: Question): Promise<string> {
  const text = new TextEncoder().encode(JSON.stringify([method, url, body]))
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', text))
  return `/answer/${Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

function nameOf(who: string): string {
  return `answers-${who}`
}

/**
 * Open the cache of answers; null if the browser has none (a page that is not secure) or refuses it. Delete old ones
 * the first time.
 */
async function openAnswers(who: string): Promise<Cache | null> {
  try {
    const cache = await caches.open(nameOf(who))
    if (!swept.has(who)) {
      swept.add(who)
      await sweep(cache)
    }
    return cache
  } catch {
    return null
  }
}

async function sweep(cache: Cache): Promise<void> {
  for (const request of await cache.keys()) {
    const kept = await cache.match(request)
    if (kept && isOld((await kept.json()) as KeptAnswer)) await cache.delete(request)
  }
}
