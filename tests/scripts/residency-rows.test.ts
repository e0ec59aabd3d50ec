import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { judgeBuses } from '../batteries/residency/judge.ts'
import { freePort, startRegion } from '../batteries/residency/regions.ts'

/** The short form of `npm run battery -- residency`: one region, and of each row of the contract its example. */
test('every row of the contract is prepared from outside the worker and answered as it should be, and hints carry no words', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'bapp-residency-rows-'))
  const port = await freePort()
  const urls = `eu=http://127.0.0.1:${port}`
  const region = await startRegion(folder, { region: 'eu', port, urls, form: 'rows' })
  try {
    const { rows, unprepared } = await region.drive()
    expect(unprepared).toEqual([])
    expect(rows).toBeGreaterThanOrEqual(545)
    expect(judgeBuses('eu', await region.hear()).filter(({ ok }) => ok === false)).toEqual([])
  } finally {
    await region.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}, 300_000)
