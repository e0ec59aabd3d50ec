import {
  notificationCalls,
  type Reached,
  type Receipts,
} from '../../../domain/calls/notifications.ts'
import { call } from '../../client/call.ts'

/** Ask whom a notification reaches, a page of companies after the other: the service asks no more at once. */
export async function askReached(id: string, signal: AbortSignal): Promise<Reached> {
  const pages = await askPages((query) =>
    call(notificationCalls.recipientsPreview, { params: { id }, query }, { signal }),
  )
  return {
    people: pages.flatMap(({ people }) => people),
    total: pages.reduce((sum, { total }) => sum + total, 0),
    excluded: pages.flatMap(({ excluded = [] }) => excluded),
    silent: pages.flatMap(({ silent = [] }) => silent),
  }
}

/** Ask who has read and signed a notification, a page of companies after the other. */
export async function askReceipts(id: string, signal: AbortSignal): Promise<Receipts> {
  const pages = await askPages((query) =>
    call(notificationCalls.receipts, { params: { id }, query }, { signal }),
  )
  return {
    people: pages.flatMap(({ people }) => people),
    read: pages.reduce((sum, { read }) => sum + read, 0),
    signed: pages.reduce((sum, { signed = 0 }) => sum + signed, 0),
    silent: pages.flatMap(({ silent = [] }) => silent),
  }
}

/** Ask for the first page, and for the others that it says there are. */
async function askPages<Answer extends { pages?: number | undefined }>(
  ask: (query: { page?: string }) => Promise<Answer>,
): Promise<Answer[]> {
  const first = await ask({})
  const answers = [first]
  for (let page = 2; page <= (first.pages ?? 1); page += 1) {
    // Ask one after the other, as each asks as many stores as may be asked at once.
    // oxlint-disable-next-line no-await-in-loop
    answers.push(await ask({ page: String(page) }))
  }
  return answers
}
