import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listTables, readBackupPage } from '../../domain/trail/backup.ts'
import { trailTools } from '../../edge/store/trail-tools.ts'

export interface Comparison {
  rows: number
  differing: number
  sameFiles: boolean
}

/**
 * Compare a backup with one made after it was put back: every row up to the end of the first must be the same. Left aside
 * are the company's own record and people's sign-ins, which the restore and the first sign-in after it change.
 */
export function compareFolders(first: string, second: string, size: number): Comparison {
  const [was, is] = [rowsOf(first, size), new Set(rowsOf(second, size))]
  const differing = was.filter((row) => !is.has(row)).length + Math.abs(is.size - was.length)
  return { rows: was.length, differing, sameFiles: filesOf(first) === filesOf(second) }
}

function rowsOf(path: string, size: number): string[] {
  const newest = new Map<string, string>()
  const listed = new Map<unknown, string[]>()
  const others: string[] = []
  let rows = others
  for (const name of readdirSync(join(path, 'pages')).sort()) {
    const page = readBackupPage(readFileSync(join(path, 'pages', name), 'utf8'), trailTools)
    for (const { table, row } of page?.rows ?? []) {
      if (Number(row['seq'] ?? row['size'] ?? 0) > size) continue
      // Ignore the time at which a checkpoint was kept outside, which is not signed.
      const text = JSON.stringify([table, { ...row, anchored_at: null }])
      // Begin the list again for an analysis that changed meanwhile:
      // it comes once more, with its rows behind its facts.
      if (table === 'analysis_facts') listed.set(row['uuid'], (rows = []))
      else if (table === 'records' && row['deleted_at'] !== null) listed.delete(row['uuid'])
      if (table !== 'records') (isListed(table) ? rows : others).push(text)
      else if (row['kind'] !== 'company' && row['kind'] !== 'sign_in') {
        newest.set(`${row['kind']}/${row['uuid']}`, text)
      }
    }
  }
  return [...others, ...[...listed.values()].flat(), ...newest.values()]
}

function isListed(table: string): boolean {
  return listTables.some((one) => one === table)
}

function filesOf(path: string): string {
  return readdirSync(join(path, 'blobs')).sort().join()
}
