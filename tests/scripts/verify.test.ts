import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { canonicalJson } from '../../domain/canonical.ts'
import { toHex } from '../../domain/trail/bytes.ts'
import { formatEntry } from '../../domain/trail/trail-file.ts'
import { hashLeaf } from '../../domain/trail/tree.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'
import texts from '../../web/i18n/texts/verify/en.json' with { type: 'json' }

const command = fileURLToPath(new URL('../../scripts/verify.ts', import.meta.url))
const folder = fileURLToPath(new URL('../fixtures/trail/', import.meta.url))
const trail = join(folder, 'laboratory.bapp-trail.jsonl')
const record = join(folder, 'signed-run.bapp-record.json')
const own = mkdtempSync(join(tmpdir(), 'bapp-verify-'))
afterAll(() => rmSync(own, { recursive: true }))

function run(...args: string[]): { code: number; output: string } {
  try {
    const output = execFileSync(process.execPath, [command, ...args], { encoding: 'utf8' })
    return { code: 0, output }
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string }
    return { code: status, output: stdout }
  }
}

test('a record and a trail hold, in plain words', () => {
  const key = ['--key', join(folder, 'key.txt'), '--anchors', join(folder, 'anchors')]
  for (const file of [trail, record]) {
    const { code, output } = run(file, ...key)
    expect(output).not.toContain('[FAIL]')
    expect(output).toContain('the public key you provided')
    expect(code).toBe(0)
  }
})

test('a changed file does not, and the place is named', () => {
  const bent = join(own, 'bent.jsonl')
  writeFileSync(bent, readFileSync(trail, 'utf8').replace('"S1"', '"S2"'))
  const { code, output } = run(bent)
  expect(code).toBe(1)
  expect(output).toMatch(/\[FAIL\] Every entry can be read.*\n +#\d+: The entry was changed/)
  const told = JSON.parse(run(bent, '--json').output) as { problems: { code: string }[] }
  expect(told.problems[0]?.code).toBe('entry_changed')
})

test('second attack T9: places where times run back are reported, and are no problem as such', () => {
  const lines = readFileSync(trail, 'utf8').split('\n')
  // Put this entry's time later, so that the one behind it is before it.
  const at = 3
  const { entry } = JSON.parse(lines[at] ?? '') as { entry: { at: string } }
  const text = canonicalJson({ ...entry, at: entry.at.replace(/^\d{4}/, '2999') })
  const leaf = toHex(hashLeaf(trailTools.encode(text), trailTools.sha256))
  lines[at] = formatEntry(text, leaf).trimEnd()
  const file = join(own, 'times-back.jsonl')
  writeFileSync(file, lines.join('\n'))
  const { output } = run(file)
  expect(output).toMatch(new RegExp(`${texts['verify.timesBack']} +#${at + 1}\n`))
  const told = JSON.parse(run(file, '--json').output) as {
    timesBack: number[]
    problems: { code: string; at?: number }[]
  }
  expect(told.timesBack).toEqual([at + 1])
  // Expect a problem at the entry that was changed to get here, and none at the one that its time comes before.
  expect(told.problems.map(({ at: place }) => place)).not.toContain(at + 1)
  expect(JSON.parse(run(trail, '--json').output)).toMatchObject({ timesBack: [], problems: [] })
})

test('a file that the record names is compared by the hash in its name', () => {
  const { files } = JSON.parse(readFileSync(record, 'utf8')) as { files: { hash: string }[] }
  writeFileSync(join(own, `${files[0]?.hash}.bin`), 'another content')
  const { code, output } = run(record, '--files', own)
  expect(code).toBe(1)
  expect(output).toContain('The file is not the one that the record names.')
})

test('without a file, or with one that is not there, nothing was checked', () => {
  expect(run().code).toBe(2)
  expect(run(join(own, 'nowhere')).code).toBe(2)
})

test('A22-3: a file writes nothing of its own over the verdict', () => {
  const bent = join(own, 'escape.bapp-record.json')
  const bundle = JSON.parse(readFileSync(record, 'utf8')) as { record: { name: string } }
  const name = '\u001b[2J\u001b[H\u009b2Jwell\r\n  [ok]   The checkpoint is signed \u202e'
  bundle.record.name = name
  writeFileSync(bent, `${canonicalJson(bundle)}\n`)
  for (const flags of [[], ['--json']]) {
    const { code, output } = run(bent, ...flags)
    expect(code).toBe(1)
    expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
    expect(output).not.toMatch(/^ *\[ok\] +The checkpoint is signed \W*$/m)
    expect(output).toContain('\ufffd[2J')
  }
})

test('A22-4: what was given and says nothing of the file is not passed over', () => {
  expect(run(trail, '--anchors', own)).toEqual({ code: 2, output: '' })
  const other = join(own, 'other')
  mkdirSync(other)
  const [oldest = ''] = readdirSync(join(folder, 'anchors')).toSorted()
  writeFileSync(join(other, 'a.note'), readFileSync(join(folder, 'anchors', oldest)))
  const given = ['--key', join(folder, 'key.txt'), '--anchors', other, '--files', other]
  const { output, code } = run(record, ...given)
  expect(code).toBe(0)
  expect(output).toMatch(/Anchors +0 of 1 compared/)
  expect(output).toMatch(/Files +0 of [1-9]\d* compared/)
})
