import type { BrowserContext } from '@playwright/test'
import { liveAddress } from '../../domain/deployments.ts'
import { heardSubjects } from '../../domain/live/topic.ts'
import { makeKey, openWire, type Wire } from '../../web/live/connection.ts'
import { ask } from '../bench-session.ts'

/** Other people's pages, as far as the bus is concerned. */
export interface Audience {
  /** Messages that each of them got, least first. */
  counts(): number[]
  /** From the device's word on the bus to its arrival, in milliseconds. */
  latencies: number[]
  close(): void
}

interface Token {
  jwt: string
  path: string
  ticket: string
  inbox_prefix: string
  company_uuid: string
  swarms: string[]
}

/** Open so many connections of the page's own programme, each listening to the devices as a page does. */
export async function openAudience(
  context: BrowserContext,
  address: string,
  devices: readonly string[],
  size: number,
): Promise<Audience> {
  const counts: number[] = []
  const latencies: number[] = []
  const wires: Wire[] = []
  for (let at = 0; at < size; at++) {
    const key = makeKey()
    const token = await ask<Token>(context, '/live/token', { public_key: key.publicKey })
    const { company_uuid: company, swarms, jwt, ticket, inbox_prefix: inboxPrefix } = token
    const url = liveAddress(address, token.path)
    const wire = await openWire({ url, jwt, ticket, inboxPrefix, key })
    counts.push(0)
    const take = (text: string) => {
      counts[at] = (counts[at] ?? 0) + 1
      const sentAt = Number(/"uptime":(\d{10,}(?:\.\d+)?)/.exec(text)?.[1])
      if (sentAt) latencies.push(performance.timeOrigin + performance.now() - sentAt)
    }
    for (const topic of ['bcube-status', 'analysis', 'run'] as const)
      for (const subject of heardSubjects(topic, devices, { company, swarms }))
        wire.subscribe(subject, take)
    await wire.flush()
    wires.push(wire)
  }
  return {
    counts: () => counts.toSorted((one, other) => one - other),
    latencies,
    close() {
      for (const wire of wires) wire.drop()
    },
  }
}
