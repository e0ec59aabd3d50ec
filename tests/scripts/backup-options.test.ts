// A server that records requests replaces the deployment: how `unsealed_up_to` works is tested in
// tests/edge/attacks-forged-entry.test.ts.
import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import * as v from 'valibot'
import { operatorStoreCalls } from '../../domain/calls/operator-store.ts'
import { readBackupOptions } from '../../scripts/backup/options.ts'
import { projectRoot } from '../../scripts/run-tool.ts'

const company = '0d1f6a34-6b1e-4c58-9a53-5a6f0b3c1e01'
const explain = ['explain', '--company', company, '--reason', 'went back for an hour']

test('attack A0: explain takes the number of the last entry that is vouched for', () => {
  const read = (...more: string[]) => readBackupOptions([...explain, ...more])?.unsealedUpTo
  expect(read()).toBeUndefined()
  expect(read('--unsealed-up-to', '1200')).toBe(1200)
  for (const wrong of ['0', '-1', '1.5', '1e3', 'all', '']) {
    expect(() => read(`--unsealed-up-to=${wrong}`)).toThrow('number of an entry')
  }
  expect(() => readBackupOptions(['list', '--unsealed-up-to', '3'])).toThrow('belongs to explain')
})

test('attack A0: explain sends that number, and none where none was given', async () => {
  const bodies: unknown[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece: Buffer) => (text += piece.toString()))
    request.on('end', () => {
      bodies.push(JSON.parse(text))
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ ok: true, data: { entries: 7 } }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const script = join(projectRoot, 'scripts', 'backup.ts')
    const run = (...more: string[]) =>
      promisify(execFile)(process.execPath, [script, ...explain, '--url', url, ...more], {
        env: { ...process.env, OPERATOR_SECRET: 'a secret for this test only' },
      })
    const { stdout } = await run('--unsealed-up-to', '1200')
    expect(stdout).toContain('entry 7')
    await run()
    const given = { company_uuid: company, reason: 'went back for an hour' }
    expect(bodies).toEqual([{ ...given, unsealed_up_to: 1200 }, given])
    for (const body of bodies) {
      expect(v.is(operatorStoreCalls.explainRewound.body, body)).toBe(true)
    }
  } finally {
    server.close()
  }
})
