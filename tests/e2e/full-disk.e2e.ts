// `npm start` on a disk of its own that is then filled to the last byte: a file system in memory, which takes the right to mount.
import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { e2ePort } from '../../playwright.config.ts'
import { freeBytes } from '../../scripts/disk-reserve.ts'
import { runStartCommand } from '../../scripts/start-command.ts'

const port = e2ePort + 1
const address = `http://localhost:${port}/v3`
let disk = ''
let mounted = false
test.beforeAll(() => {
  disk = mkdtempSync(join(tmpdir(), 'bapp-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=220m', 'tmpfs', disk], { stdio: 'ignore' })
    mounted = true
  } catch {
    mounted = false
  }
})
test.afterAll(() => {
  if (mounted) execFileSync('umount', ['-l', disk])
  rmSync(disk, { recursive: true, force: true })
})

const send = async (path: string, body: unknown, cookie = '') => {
  const answer = await fetch(`${address}${path}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'X-Requested-With': 'XMLHttpRequest',
      ...(cookie && { Cookie: cookie }),
    },
    body: JSON.stringify(body),
  })
  const { errors } = (await answer.json()) as { errors?: { code: string }[] }
  return {
    status: answer.status,
    code: errors?.[0]?.code,
    cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? '',
  }
}

/** Write until no more than so many bytes are free. */
function fill(path: string, leave = 0): void {
  const block = Buffer.alloc(2 ** 20, 1)
  if (!existsSync(path)) writeFileSync(path, '')
  for (let size = block.length; size > 0;) {
    if (freeBytes(disk) < leave + size) size = Math.floor(size / 2)
    else appendFileSync(path, block.subarray(0, size))
  }
}

test('faults R4: on a full disk people sign in and read, and see why nothing is written @long', async () => {
  test.skip(!mounted, 'no right to mount a file system here')
  const state = join(disk, 'state')
  const args = ['--port', String(port), '--state', state, '--no-devices', '--no-examples']
  const started = await runStartCommand(args)
  try {
    await expect.poll(() => started.output()).toContain('operator@')
    const [, username = '', password = ''] = /(operator@\S+)\s+(\S+)/.exec(started.output()) ?? []
    const signIn = () => send('/session/login', { username, password })
    const { cookie, status } = await signIn()
    expect(status).toBe(200)
    const readAndWrite = async (session: string) => {
      const read = await send('/analysis/search?page=1&limit=5', {}, session)
      const write = await send('/analysis/create', {}, session)
      return [read.status, write.status, write.code]
    }
    const filler = join(disk, 'filler')
    fill(filler)
    await expect.poll(() => started.output()).toContain('reserve of 64 MB is released')
    expect((await signIn()).status).toBe(200)
    expect(await readAndWrite(cookie)).toEqual([200, 422, 'invalid'])
    // Use up what was released as well, but for what a sign-in needs.
    fill(filler, 8 * 2 ** 20)
    await expect.poll(() => started.output()).toContain('people can sign in, read and abort runs')
    const again = await signIn()
    expect(again.status).toBe(200)
    expect(await readAndWrite(again.cookie)).toEqual([200, 507, 'store_full'])
    rmSync(filler)
    await expect.poll(() => started.output()).toContain('There is room again')
    expect(await readAndWrite(again.cookie)).toEqual([200, 422, 'invalid'])
  } finally {
    await started.stop()
  }
})
