import { execFile, spawnSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import * as v from 'valibot'
import { operatorCalls } from '../../domain/calls/operator.ts'
import { describeFirstCompany } from '../../scripts/first-company-body.ts'
import { readFirstCompanyOptions } from '../../scripts/first-company-options.ts'
import { projectRoot } from '../../scripts/run-tool.ts'

const read = (...args: string[]) => readFirstCompanyOptions(args)

describe('npm run bootstrap', () => {
  test('sends the operator’s secret over https only, or on this machine', () => {
    expect(read('--url', 'https://eu.bapp.example/login')?.url).toBe('https://eu.bapp.example')
    expect(read('--url', 'http://127.0.0.1:8787')?.url).toBe('http://127.0.0.1:8787')
    expect(() => read('--url', 'http://eu.bapp.example')).toThrow('over https only')
    expect(() => read('--url', 'eu.bapp.example')).toThrow('wants an address')
  })

  test('takes no secret on the command line, where others could read it', () => {
    for (const option of ['--secret', '--operator-secret', '--password']) {
      expect(() => read(option, 'x')).toThrow(/[Uu]nknown option/)
    }
  })

  test('takes a second person by name and address', () => {
    const rita = ['--second-name', 'Rita Muster', '--second-email', 'rita@helix.example']
    expect(read(...rita)?.second).toEqual({ name: 'Rita Muster', email: 'rita@helix.example' })
    expect(read()?.second).toBeUndefined()
    expect(() => read('--second-name', 'Rita Muster')).toThrow('Give both')
  })

  test('asks nothing with --json', () => {
    expect(() => read('--json', '--company', 'Helix')).toThrow('give --company, --name and --email')
    const all = ['--json', '--company', 'Helix', '--name', 'Sam', '--email', 'sam@helix.example']
    expect(read(...all)?.json).toBe(true)
  })

  test('sends what the operator’s call takes, and the same ids for the same company', () => {
    const given = {
      uuid: '0d1f6a34-6b1e-4c58-9a53-5a6f0b3c1e77',
      company: 'Helix',
      name: 'Sam Keller',
      email: 'sam@helix.example',
      username: 'sam@helix.example',
      password: 'Uncommon-4-all!',
      region: 'na' as const,
    }
    const body = describeFirstCompany(given)
    expect(v.is(operatorCalls.createCompany.body, body)).toBe(true)
    expect(body.company).toMatchObject({ isProvider: 'Y', data_region: 'na' })
    expect(describeFirstCompany(given)).toEqual(body)
    const second = { name: 'Rita Muster', email: 'rita@helix.example' }
    const both = describeFirstCompany({ ...given, second })
    expect(v.is(operatorCalls.createCompany.body, both)).toBe(true)
    expect(both.users.map(({ name }) => name)).toEqual(['Sam Keller', 'Rita Muster'])
    expect(both.users[0]).toEqual(body.users[0])
    // Expect no password: nobody but Rita may know how she signs in.
    expect(both.users[1]).not.toHaveProperty('password')
  })

  test('says in one line that a deployment does not answer', () => {
    const script = join(projectRoot, 'scripts', 'first-company.ts')
    const all = ['--json', '--company', 'Helix', '--name', 'Sam', '--email', 'sam@helix.example']
    const url = ['--url', 'http://localhost:1']
    const { status, stdout } = spawnSync(process.execPath, [script, ...all, ...url])
    expect([status, JSON.parse(stdout.toString())]).toEqual([
      1,
      { ok: false, error: 'http://localhost:1 does not answer.' },
    ])
  })

  test('A20-3: keeps the way in where it breaks off after the company was made', async () => {
    const link = 'https://helix.example/set-password#once'
    const invited = { invited: [{ email: 'rita@helix.example', link }] }
    const fail = (code: string) => ({ ok: false, errors: [{ code, message: 'Refused' }] })
    const broken = [null, fail('internal'), 'of a proxy']
    for (const made of [{ ok: true, data: invited }, ...broken]) {
      const server = createServer((request, response) => {
        const path = String(request.url)
        if (path.includes('operator') && !made) return response.destroy()
        const reply = path.includes('health')
          ? { ok: true, data: { status: 'ok', region: 'eu' } }
          : path.includes('operator')
            ? made
            : fail(path.includes('login') ? 'internal' : 'not_found')
        return response.end(JSON.stringify(reply))
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
      const { error } = await runAgainst(url)
      server.close()
      expect(error).toMatch(/may have this password, shown only now: \S{20,}/)
      if (!broken.includes(made as null)) expect(error).toContain(link)
      else expect(error).toMatch(/--again [0-9a-f-]{36}/)
    }
  })
})

function runAgainst(url: string): Promise<{ error: string }> {
  const script = join(projectRoot, 'scripts', 'first-company.ts')
  const sam = ['--json', '--company', 'Helix', '--name', 'Sam', '--email', 'sam@helix.example']
  const rita = ['--second-name', 'Rita Muster', '--second-email', 'rita@helix.example']
  const env = { ...process.env, OPERATOR_SECRET: 'x'.repeat(40) }
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...sam, ...rita, '--url', url], { env }, (_, stdout) =>
      resolve(JSON.parse(stdout) as { error: string }),
    )
  })
}
