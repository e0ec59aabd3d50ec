import { inboxPrefix, liveName, receivedSubject, syncSubject } from '../../domain/live/topic.ts'
import { logFailure } from '../log.ts'
import { makeUuid } from '../crypto/make-uuid.ts'
import { liveBus } from './bus.ts'

/**
 * Close the live connections of people, whose pages come back with tokens of what they may now. One that cannot be reached
 * keeps its token for its five minutes. A store without a company has none.
 */
export async function closeLive(
  env: Env,
  company: string | null,
  people: readonly string[],
): Promise<void> {
  if (!company || people.length === 0) return
  try {
    await liveBus(env, company).disconnect(...people.map(liveName))
  } catch (error) {
    logFailure('live connections not closed', error)
  }
}

/** Send a hint that there is a newer `seq`. A lost one is made good by the next, or by the client's pull after a reconnect. */
export async function hintChange(env: Env, company: string | null, seq: number): Promise<void> {
  if (!company) return
  try {
    await liveBus(env, company).publish(syncSubject(company), JSON.stringify({ seq }))
  } catch (error) {
    logFailure('sync hint not sent', error)
  }
}

/** Tell the pages of people that a message has come, or was read. A lost hint is made good when a page is looked at again. */
export async function hintReceived(
  env: Env,
  company: string | null,
  people: readonly string[],
): Promise<void> {
  if (!company) return
  try {
    for (const user of people) {
      // Make no two alike, since a page with two connections takes equal ones for one.
      const hint = JSON.stringify({ id: makeUuid() })
      await liveBus(env, company).publish(receivedSubject(inboxPrefix(user)), hint)
    }
  } catch (error) {
    // Log only: one hub serves them all, so the others need not wait for the one that failed.
    logFailure('message hints not sent', error)
  }
}

/**
 * Close the connection of a device that has left the company or has a new key; its tokens open no other. Waits for the bus,
 * since these tokens live for hours: a call that fails here is sent again and goes on from here.
 */
export async function closeDeviceLink(env: Env, company: string, device: string): Promise<void> {
  await liveBus(env, company).disconnect(`device:${device}`)
}
