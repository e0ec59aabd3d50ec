import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { lanCalls } from '../../domain/lan/lan-calls.ts'
import { transcriptText } from '../../domain/lan/shell-line.ts'
import type { CommandAnswer } from '../../domain/live/command.ts'
import { type LanBench, makeHolder, reasonOf, startLanBench } from './lan-bench.ts'
import { uuidOf } from './orders.ts'

let bench: LanBench
beforeAll(async () => {
  bench = await startLanBench()
}, 30_000)
afterAll(() => bench.end())

const start = { action: 'start', reason: 'Log of run 12', minutes: 15 } as const
const order = (params: { action: 'start' | 'stop'; reason?: string; minutes?: 15 }) =>
  bench.device.call(lanCalls.remoteShell, params)

/** Return the data of an answer of the shell. */
function shellOf(answer: CommandAnswer) {
  if (answer.state !== 'done' || answer.data?.of !== 'shell') throw new Error('no shell')
  return answer.data
}

describe('[LAN-027] the remote shell in the local network', () => {
  test('a second person sees every line with the person who typed it, and ends the shell; its digest can be calculated again', async () => {
    const { device, edge } = bench
    expect(shellOf(await order(start)).transcript).toBeUndefined()
    await device.call(lanCalls.shell, { line: 'hostname' })
    const other = await makeHolder(edge, { sub: uuidOf(31) })
    await device.call(lanCalls.shell, { line: 'cat /etc/none' }, { holder: other })
    const watched = await device.call(lanCalls.shellLines, { after: 0 }, { holder: other })
    expect(watched.until).not.toBeNull()
    expect(watched.lines).toMatchObject([
      { number: 1, user_uuid: uuidOf(30), line: 'hostname', output: 'cube-1' },
      { number: 2, user_uuid: uuidOf(31), output: 'cat: /etc/none: no such file or directory' },
    ])
    expect((await device.call(lanCalls.shellLines, { after: 1 })).lines).toHaveLength(1)
    const ended = shellOf(
      await device.call(lanCalls.remoteShell, { action: 'stop' }, { holder: other }),
    )
    const digest = watched.lines.reduce(
      (before, entry) => createHash('sha256').update(transcriptText(before, entry)).digest('hex'),
      createHash('sha256').digest('hex'),
    )
    expect(ended).toMatchObject({ until: null, transcript: { lines: 2, digest } })
    expect((await device.call(lanCalls.shellLines, { after: 0 })).until).toBeNull()
    expect(await reasonOf(device.call(lanCalls.shell, { line: 'help' }))).toBe('shell_closed')
  })

  test('the transcript of a session that closed by itself goes out with the next order, once', async () => {
    const { device } = bench
    await order(start)
    await device.call(lanCalls.shell, { line: 'uptime' })
    // Put its clock past the end of the session.
    await device.control({ faults: { clock_ms: 60 * 60_000 } })
    expect((await device.call(lanCalls.shellLines, { after: 0 })).until).toBeNull()
    await device.control({ faults: { clock_ms: 0 } })
    const stopped = shellOf(await order({ action: 'stop' }))
    expect(stopped.transcript).toMatchObject({ lines: 1 })
    const again = shellOf(await order(start))
    expect(again.transcript).toBeUndefined()
    const { lines, session } = await device.call(lanCalls.shellLines, { after: 0 })
    expect(lines).toEqual([])
    expect(session).not.toBeNull()
    await order({ action: 'stop' })
  })

  test('a person without the right to the shell sees no line of it', async () => {
    const { device, edge } = bench
    const holder = await makeHolder(edge, { permissions: ['products.search', 'products.config'] })
    expect(await reasonOf(device.call(lanCalls.shellLines, { after: 0 }, { holder }))).toBe(
      'permission_missing',
    )
  })
})
