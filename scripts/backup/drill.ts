import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Region, regionNames } from '../../domain/regions.ts'
import { startWorker } from '../worker-process.ts'
import { checkFolder } from './check-folder.ts'
import { type Comparison, compareFolders } from './compare-folders.ts'
import { Deployment } from './deployment.ts'
import { exportCompany } from './export.ts'
import { restoreCompany } from './restore.ts'

/** The secrets without which a backup is shut: from the vault. */
export interface VaultSecrets {
  CHECKPOINT_SECRET: string
  SEALING_SECRET: string
}

export interface Drill extends Comparison {
  company: string
  entries: number
  files: number
  seconds: { check: number; start: number; restore: number }
}

/**
 * Put a backup back into an empty deployment on this machine that has nothing but the two secrets, compare what is there
 * then with the backup, and remove all of it again.
 */
export async function drillFolder(path: string, secrets: VaultSecrets): Promise<Drill> {
  const place = mkdtempSync(join(tmpdir(), 'bapp-drill-'))
  const state = join(place, 'state')
  mkdirSync(state)
  writeFileSync(join(state, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 })
  let stop = async (): Promise<void> => {}
  try {
    const [{ manifest }, check] = await timed(() => checkFolder(path))
    const region = regionNames.find((name) => name === manifest.origin.split('/')[1]) as Region
    const entry = new URL('../../edge/worker.ts', import.meta.url)
    const [worker, start] = await timed(() => startWorker({ entry, state, region }))
    stop = () => worker.stop()
    const deployment = new Deployment(worker.address, worker.secrets.OPERATOR_SECRET)
    const [restored, restore] = await timed(() => restoreCompany(deployment, path, 'drill'))
    const company = manifest.company_uuid
    const again = join(place, 'again')
    await exportCompany(deployment, company, again)
    const compared = compareFolders(path, again, manifest.size.to)
    const { entries, files } = restored
    return { company, entries, files, ...compared, seconds: { check, start, restore } }
  } finally {
    await stop()
    rmSync(place, { recursive: true, force: true })
  }
}

async function timed<Value>(work: () => Promise<Value>): Promise<[Value, number]> {
  const began = performance.now()
  const value = await work()
  return [value, (performance.now() - began) / 1000]
}
