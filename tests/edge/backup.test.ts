import type { Call } from '../../domain/call.ts'
import { env, runInDurableObject } from 'cloudflare:test'
import { beforeAll, describe, expect, it } from 'vitest'
import { analysisCalls } from '../../domain/calls/analysis.ts'
import { auditCalls } from '../../domain/calls/audit.ts'
import { companyCalls } from '../../domain/calls/companies.ts'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { canonicalJson } from '../../domain/canonical.ts'
import { sha256Hex } from '../../edge/crypto/secret.ts'
import { emptyStore, readPages, sendPage } from './backup-pages.ts'
import { foundLab, type Lab, must, operatorHeaders, password, send, signIn } from './lab.ts'
import { makeCompleted, makeValidated, readAnalysis } from './made-analyses.ts'
import { makeRunning, readingsBody } from './matrix/devices-at-work.ts'
import type { World } from './matrix/example.ts'
import { deviceLinkCalls } from '../../domain/calls/device-link.ts'

/** Send one of the operator's calls. */
function operate<Row extends Call>(row: Row, body: unknown) {
  return send(row, { headers: operatorHeaders, body })
}

/** Return the canonical hash of every table except sessions, which end with a restore. */
function hashTables(company: string): Promise<Record<string, string>> {
  return runInDurableObject(env.COMPANY_STORE.getByName(company), (_, { storage: { sql } }) => {
    const names = sql
      .exec<{ name: string }>(`SELECT name FROM sqlite_master WHERE type = 'table'`)
      .toArray()
      .map(({ name }) => name)
      .filter((name) => !/^(sqlite_|_cf_|sessions$|meta$|restoring$)/.test(name))
    return Object.fromEntries(
      names.map((name) => {
        const rows = sql.exec(`SELECT * FROM "${name}"`).toArray()
        // Ignore the time at which a checkpoint was stored outside: it is not signed.
        const kept = rows.map((row) => canonicalJson({ ...row, anchored_at: null }))
        return [name, `${rows.length} ${sha256Hex(kept.sort().join('\n'))}`]
      }),
    )
  })
}

async function fill(lab: Lab): Promise<string> {
  const sender = await lab.as('Manager')
  const signed = await makeValidated(sender, lab.swarm, { name: 'Signed' })
  const gone = await makeCompleted(sender, lab.swarm, { name: 'Removed' })
  await must(
    sender(analysisCalls.delete, { params: { id: gone.uuid }, body: { reason: 'by mistake' } }),
  )
  const world = { home: lab, call: await lab.as('SuperAdmin') } as World
  const run = await makeRunning({ ...world, word: () => 'Running', plainWord: () => 'running7' })
  const body = readingsBody(run.analysis, 2)
  await must(run.sender(deviceLinkCalls.readings, { params: { id: run.analysis }, body }))
  await fillBeside(lab.company)
  return signed.uuid
}

/** Add more rows beside the trail than a page holds, in a table with a key of two columns and in one without any. */
async function fillBeside(company: string): Promise<void> {
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000)`
  await runInDurableObject(env.COMPANY_STORE.getByName(company), (_, { storage: { sql } }) => {
    sql.exec(
      `${numbers} INSERT INTO reads SELECT 'user ' || (i % 7), 'delivery ' || i, 'now' FROM n`,
    )
    sql.exec(
      `${numbers} INSERT INTO device_messages SELECT 'device', 'message ' || i, 'info', 'c', 'text ' || i, 'now', 'now' FROM n`,
    )
  })
}

describe('a company whose store was lost', () => {
  let lab: Lab
  let signed: string
  let pages: string[]
  let tables: Record<string, string>
  let blobs: { hash: string; bytes: Uint8Array }[]

  beforeAll(async () => {
    lab = await foundLab('backup')
    signed = await fill(lab)
    pages = await readPages(lab.company)
    tables = await hashTables(lab.company)
    blobs = await readBlobs(lab.company)
  }, 60_000)

  async function readBlobs(company: string) {
    const { data } = await must(operate(operatorStoreCalls.listBlobs, { company_uuid: company }))
    const listed = data
    expect(listed.next).toBeNull()
    return Promise.all(
      listed.blobs.map(async ({ hash }) => {
        const body = { company_uuid: company, hash }
        const { data: bytes } = await must(operate(operatorStoreCalls.readBlob, body))
        return { hash, bytes: bytes as Uint8Array }
      }),
    )
  }

  it('has no password and no key in clear in its backup', () => {
    const text = pages.join('')
    expect(text).not.toMatch(/scrypt\$|key_hash|password_hash|secret_hash/)
    expect(text).not.toContain(sha256Hex(lab.deviceKey))
  })

  it('has more than one page of it', () => {
    expect(pages.length).toBeGreaterThan(2)
  })

  it('while it lives, is never written over', async () => {
    const answers = [
      await sendPage(lab.company, pages[0] ?? ''),
      await operate(operatorStoreCalls.openRestored, {
        company_uuid: lab.company,
        reason: 'x y z',
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([409, 409])
    expect(await hashTables(lab.company)).toEqual(tables)
  })

  it('is put back to the last byte, and works', async () => {
    const { company } = lab
    await emptyStore(company)
    for (const { hash } of blobs) await env.BLOBS.delete(`${company}/${hash}`)
    for (const { hash, bytes } of blobs) {
      const form = new FormData()
      form.set('fields', JSON.stringify({ company_uuid: company, hash }))
      form.set('file', new File([bytes as Uint8Array<ArrayBuffer>], hash))
      await must(operate(operatorStoreCalls.restoreBlob, form))
    }
    for (const page of pages) await must(sendPage(company, page))
    expect(await hashTables(company)).toEqual(tables)
    expect(Object.keys(tables).length).toBeGreaterThan(10)
    await expect(signIn('Manager-backup', password)).rejects.toThrow('401')
    const opened = await must(
      operate(operatorStoreCalls.openRestored, { company_uuid: company, reason: 'disk lost' }),
    )
    expect(opened.data).toMatchObject({ known: 0 })
    const sender = await signIn('Manager-backup', password)
    expect((await readAnalysis(sender, signed)).status).toBe('VALIDATION')
    const { curves_hash } = await readAnalysis(sender, signed)
    expect(blobs.map(({ hash }) => hash)).toContain(curves_hash)
    const device = await lab.asDevice(deviceLinkCalls.commands)
    expect(device.status).toBe(200)
    const admin = await signIn('SuperAdmin-backup', password)
    const { data } = await must(admin(auditCalls.state))
    expect(data).toMatchObject({ rewound: null })
    const found = await must(admin(auditCalls.search, { body: { action: 'company.restore' } }))
    expect(found.data).toMatchObject({
      data: [{ reason: 'disk lost', actor: { name: 'operator' } }],
    })
  })

  it('seventeenth attack A17-3: lists what its records say, also of analyses that changed while the backup was written', async () => {
    const other = await foundLab('meanwhile')
    const sender = await other.as('Manager')
    const [renamed, removed] = [
      await makeCompleted(sender, other.swarm, { name: 'Renamed' }),
      await makeCompleted(sender, other.swarm, { name: 'Removed' }),
    ]
    await fillBeside(other.company)
    let isChanged = false
    const written = await readPages(other.company, async ({ table }) => {
      if (isChanged || table < 'held_samples') return
      isChanged = true
      const at = (uuid: string) => ({ params: { id: uuid } })
      await must(sender(analysisCalls.edit, { ...at(renamed.uuid), body: { name: 'New name' } }))
      const body = { reason: 'by mistake' }
      await must(sender(analysisCalls.delete, { ...at(removed.uuid), body }))
      const [sample] = renamed.samples
      const decisions = [
        { sample_uuid: sample!.uuid, verdict: 'held' as const, reason: 'repeat it', seen: null },
      ]
      const review = { result_hash: renamed.results[0]!.hash, decisions }
      await must(sender(analysisCalls.reviewSamples, { ...at(renamed.uuid), body: review }))
    })
    expect(isChanged).toBe(true)
    const before = await hashTables(other.company)
    await emptyStore(other.company)
    for (const page of written) await must(sendPage(other.company, page))
    expect(await hashTables(other.company)).toEqual(before)
  }, 60_000)

  it('goes on where its backup was older than its anchors, says so, and is signed again', async () => {
    const other = await foundLab('older')
    const pages = await readPages(other.company)
    const before = await other.as('SuperAdmin')
    await makeCompleted(before, other.swarm)
    await must(before(auditCalls.exportTrail))
    const { size } = (await must(before(auditCalls.state))).data
    await emptyStore(other.company)
    for (const page of pages) await must(sendPage(other.company, page))
    const body = { company_uuid: other.company, reason: 'store lost at noon' }
    await must(operate(operatorStoreCalls.openRestored, body))
    const after = await signIn('SuperAdmin-older', password)
    const { rewound } = (await must(after(auditCalls.state))).data
    expect(rewound).toMatchObject({ reason: 'anchor_ahead', explained: { up_to: size } })
    const refused = await after(auditCalls.exportTrail)
    expect(refused.errors[0]?.reason).toBe('trail_rewound')
    for (let made = 0; made < 4; made++) await makeCompleted(after, other.swarm)
    expect((await after(auditCalls.exportTrail)).errors).toEqual([])
    const again = await operate(operatorStoreCalls.explainRewound, body)
    expect(again.status).toBe(409)
    // Go back a second time, which is found out as the first was.
    const { size: now } = (await must(after(auditCalls.state))).data
    await env.BLOBS.put(`anchors/${other.company}/${String(now + 50).padStart(15, '0')}.note`, 'x')
    const { data } = await must(after(auditCalls.state))
    expect(data.rewound).not.toHaveProperty('explained')
    expect((await must(operate(operatorStoreCalls.explainRewound, body))).data).toMatchObject({
      entries: now + 1,
    })
  }, 30_000)

  it('is not opened before the last page is in', async () => {
    const other = await foundLab('half')
    const [first = ''] = await readPages(other.company)
    const half = first.slice(0, first.lastIndexOf('\n', first.length - 2) + 1)
    await emptyStore(other.company)
    expect((await sendPage(other.company, half)).status).toBe(422)
    const body = { company_uuid: other.company, reason: 'too early' }
    expect((await operate(operatorStoreCalls.openRestored, body)).status).toBe(409)
  })

  it('is not put back from a page with a flipped bit, wherever it is', async () => {
    const other = await foundLab('bits')
    const text = (await readPages(other.company)).join('')
    await emptyStore(other.company)
    const bytes = new TextEncoder().encode(text)
    const step = Math.ceil(bytes.length / 50)
    let tried = 0
    for (let at = 0; at < bytes.length; at += step) {
      const bent = bytes.slice()
      bent[at] = (bent[at] ?? 0) ^ 1
      const answer = await sendPage(other.company, new TextDecoder().decode(bent))
      expect([at, answer.status]).toEqual([at, 422])
      tried += 1
    }
    expect(tried).toBeGreaterThan(40)
    expect((await sendPage(other.company, text)).errors).toEqual([])
  }, 60_000)

  it('is not put back as another company', async () => {
    const stranger = crypto.randomUUID()
    expect((await sendPage(stranger, pages[0] ?? '')).status).toBe(422)
  })
})

describe('a closed company', () => {
  it('is erased when its name is typed, and only its signed note and anchors stay', async () => {
    const [provider, lab] = [await foundLab('owner', { isProvider: 'Y' }), await foundLab('leaves')]
    await makeValidated(await lab.as('Manager'), lab.swarm)
    const [page = ''] = await readPages(lab.company)
    const body = { company_uuid: lab.company, confirm: 'Lab leaves', reason: 'contract ended' }
    expect((await operate(operatorStoreCalls.erase, body)).status).toBe(404)
    const admin = await provider.as('SuperAdmin')
    await must(
      admin(companyCalls.delete, {
        params: { id: lab.company },
        body: { confirm: 'Lab leaves', reason: 'contract ended' },
      }),
    )
    const wrong = await operate(operatorStoreCalls.erase, { ...body, confirm: 'Lab stays' })
    expect([wrong.status, wrong.errors[0]?.field]).toEqual([409, 'confirm'])
    const { data } = await must(operate(operatorStoreCalls.erase, body))
    expect(data).toMatchObject({ logins: 4, mails: 0 })
    expect(data.files).toBeGreaterThan(0)
    expect(data.proof).toContain('"contract ended"')
    const left = await env.BLOBS.list({ prefix: `${lab.company}/` })
    const anchors = await env.BLOBS.list({ prefix: `anchors/${lab.company}/` })
    expect([left.objects.length, anchors.objects.length > 0]).toEqual([0, true])
    expect(await env.BLOBS.head(`anchors/erased/${lab.company}.note`)).not.toBeNull()
    expect(await hashTables(lab.company)).toEqual({})
    // Expect the erasing to be final: no second one, no restore from a backup, no free names of people.
    expect((await operate(operatorStoreCalls.erase, body)).status).toBe(409)
    expect((await sendPage(lab.company, page)).status).toBe(409)
    await expect(foundLab('leaves')).rejects.toThrow('name_unusable')
  }, 60_000)
})
