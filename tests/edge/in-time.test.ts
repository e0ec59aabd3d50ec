// A part of the service that hangs is replaced by one that never answers: no real one does so on order.
import { env, runInDurableObject } from 'cloudflare:test'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { FleetIndex } from '../../edge/fleet/FleetIndex.ts'
import { fleetIndex } from '../../edge/fleet/open-index.ts'
import { inTime, patience } from '../../edge/in-time.ts'
import { closeLive, hintReceived } from '../../edge/live/tell-people.ts'
import { sendMails } from '../../edge/mail/send.ts'
import type { By } from '../../edge/store/by.ts'
import type { Change } from '../../edge/store/changes.ts'
import { systemActor } from '../../edge/store/commands.ts'
import { CompanyStore } from '../../edge/store/CompanyStore.ts'
import { TrailKeeper } from '../../edge/store/trail-keeper.ts'
import { foundLab, type Lab } from './lab.ts'

const usual = { ...patience }
const bindings = env as unknown as Env
let provider: Lab
let lab: Lab
beforeAll(async () => {
  provider = await foundLab('answers', { isProvider: 'Y' })
  lab = await foundLab('waits')
})

let logged: string[] = []
beforeEach(() => {
  logged = []
  vi.spyOn(console, 'error').mockImplementation((...said: unknown[]) => {
    logged.push(said.join(' '))
  })
})
afterEach(() => {
  Object.assign(patience, usual)
  vi.restoreAllMocks()
})

const never = () => new Promise<never>(() => {})
/** A part that answers no call. */
const hung = new Proxy({}, { get: () => never })
/** Bindings whose stores, index and hub hang. */
const hanging: Env = {
  ...bindings,
  COMPANY_STORE: { getByName: () => hung },
  FLEET_INDEX: { getByName: () => hung },
  LIVE_HUB: { getByName: () => hung },
} as unknown as Env

/** Repeat work with longer and longer limits until it holds: a busy machine may take longer than a limit for what does answer. */
async function withLimits(work: () => Promise<void>): Promise<void> {
  for (let limit = 100; ; limit *= 2) {
    Object.assign(patience, { answer: limit, report: limit })
    try {
      return await work()
    } catch (error) {
      if (limit > 10_000) throw error
    }
  }
}

describe('a part of the service that never answers', () => {
  it('is given up after a time, with a line of the log that names it and nothing of the call', async () => {
    await expect(inTime('store of A', never(), 5)).rejects.toMatchObject({
      first: { code: 'timeout' },
    })
    expect(logged).toEqual(['no answer in time {"who":"store of A","after_ms":5}'])
    expect(await inTime('store of A', Promise.resolve(7), 5)).toBe(7)
    await expect(inTime('store of A', Promise.reject(new Error('broken')), 5)).rejects.toThrow(
      'broken',
    )
    expect(logged).toHaveLength(1)
  })

  it('does not hold up the rest of a store’s alarm: other stores, hub and index hang, and the trail is kept', async () => {
    await withLimits(async () => {
      logged = []
      const kept = vi.spyOn(TrailKeeper.prototype, 'keep')
      await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), async (_, state) => {
        await state.storage.deleteAlarm()
        const store = new CompanyStore(state, hanging)
        await state.blockConcurrencyWhile(async () => {})
        kept.mockClear()
        await store.alarm()
      })
      expect(kept).toHaveBeenCalled()
      for (const who of [`store of ${provider.company}`, 'index of the fleet']) {
        expect(logged.filter((line) => line.includes(`"who":"${who}"`))).not.toEqual([])
      }
    })
    // Expect the report again with the next alarm.
    const next = await runInDurableObject(env.COMPANY_STORE.getByName(lab.company), (_, state) =>
      state.storage.getAlarm(),
    )
    expect((next ?? Infinity) - Date.now()).toBeLessThanOrEqual(60_000)
  })

  it('does not end the rebuild of the index: a store that hangs counts as one that failed', async () => {
    patience.report = 50
    const known = await runInDurableObject(env.FLEET_INDEX.getByName('apart'), async (_, state) => {
      const index = new FleetIndex(state, hanging)
      await index.rebuild()
      // Delete the alarm of the real object, which must not come in between.
      await state.storage.deleteAlarm()
      await index.alarm()
      await state.storage.deleteAlarm()
      return index.state()
    })
    expect(known.rebuild.asked).toBeGreaterThan(1)
    expect(known.rebuild.failed).toBe(known.rebuild.asked)
  })

  it('holds up no hint and no end of a connection: a hub that hangs is asked once', async () => {
    patience.answer = 20
    await hintReceived(hanging, lab.company, ['one', 'other'])
    await closeLive(hanging, lab.company, ['one', 'other'])
    const lines = logged.filter((line) => line.includes(`"who":"live hub of ${lab.company}"`))
    expect(lines).toHaveLength(2)
  })

  it('lets a sender of mails know: a directory that hangs has queued none', async () => {
    patience.answer = 20
    const directory = { prepare: env.DIRECTORY.prepare.bind(env.DIRECTORY), batch: never }
    const broken = { ...bindings, DIRECTORY: directory } as unknown as Env
    const mail = { to: 'ada@lab.example', subject: 'Hello', text: 'One' }
    await expect(sendMails(broken, lab.company, [mail])).rejects.toMatchObject({
      first: { code: 'timeout' },
    })
  })

  it('does not hold up a change of a person of another company: its store is given up, and nothing is written', async () => {
    patience.answer = 20
    const swarm = crypto.randomUUID()
    const right = {
      credential: { session: 'a'.repeat(64) },
      user: crypto.randomUUID(),
      home: provider.company,
      company: lab.company,
      needs: [],
    }
    const by = { actor: systemActor, sight: { kinds: [], swarms: [] }, permissions: [], right }
    const change = { type: 'record.create', kind: 'swarm', uuid: swarm, body: { name: 'Late' } }
    const outcome = await runInDurableObject(
      env.COMPANY_STORE.getByName(lab.company),
      async (_, state) => {
        const store = new CompanyStore(state, hanging)
        await state.blockConcurrencyWhile(async () => {})
        return store.change(change as Change, crypto.randomUUID(), by as unknown as By)
      },
    )
    expect(outcome).toMatchObject({ ok: false, errors: [{ code: 'timeout' }] })
    expect(logged).toContainEqual(expect.stringContaining(`"who":"store of ${provider.company}"`))
  })

  it('does not hold up a person who looks at the fleet, nor the end of a company: the index is given up', async () => {
    patience.answer = 20
    const index = fleetIndex(hanging)
    for (const ask of [() => index.use([lab.company]), () => index.forget(lab.company)])
      await expect(ask()).rejects.toMatchObject({ first: { code: 'timeout' } })
  })
})
