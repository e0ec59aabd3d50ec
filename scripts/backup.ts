// `npm run backup -- list|export|verify|compare|restore|erase`: whole companies out of a deployment, checked, back in, and erased.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operatorStoreCalls } from '../domain/calls/operator-store.ts'
import { Fault } from '../domain/fault.ts'
import { checkFolder } from './backup/check-folder.ts'
import { compareFolders, type Comparison } from './backup/compare-folders.ts'
import { Deployment } from './backup/deployment.ts'
import { drillFolder, type VaultSecrets } from './backup/drill.ts'
import { exportCompany, exportEach } from './backup/export.ts'
import { backupHelp, type BackupOptions, readBackupOptions } from './backup/options.ts'
import { restoreCompany } from './backup/restore.ts'
import { operatorSecret } from './operator-secret.ts'

interface ListedCompany {
  uuid: string
  name: string
  closed_at: string | null
}

async function main(args: string[]): Promise<number> {
  try {
    const options = readBackupOptions(args)
    if (options === null) console.log(backupHelp)
    else await verbs[options.verb](options)
    return options === null && !args.includes('--help') && !args.includes('-h') ? 2 : 0
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const message = explain(error)
    if (args.includes('--json')) console.log(JSON.stringify({ ok: false, error: message }))
    else console.error(message)
    return 1
  }
}

const verbs: Record<BackupOptions['verb'], (options: BackupOptions) => Promise<void>> = {
  list: async (options) => {
    const companies = await listCompanies(await reach(options))
    const lines = companies.map(
      ({ uuid, name, closed_at }) =>
        `${uuid}  ${name || '(erased)'}${closed_at && name ? `  closed ${closed_at}` : ''}`,
    )
    tell(options, { companies }, lines)
  },
  export: async (options) => {
    const deployment = await reach(options)
    const chosen = options.company
      ? [options.company]
      : (await listCompanies(deployment)).filter(({ name }) => name !== '').map(({ uuid }) => uuid)
    const failed = await exportEach(chosen, (company) => exportOne(deployment, company, options))
    if (failed.length === 0) return
    const why = failed.map(({ company, error }) => `${company}: ${explain(error)}`)
    throw new Error(
      `${failed.length} of ${chosen.length} companies have no backup:\n${why.join('\n')}`,
    )
  },
  verify: async (options) => {
    const key = options.key === undefined ? undefined : readFileSync(options.key, 'utf8').trim()
    const { manifest, ...rest } = await checkFolder(options.folder ?? '', key)
    tell(options, { company: manifest.company_uuid, at: manifest.at, ...rest }, [
      `Everything holds: ${manifest.origin} as of ${manifest.at}`,
      `${rest.entries} entries, ${rest.records} records, ${rest.files} files`,
      `signed with ${rest.key}${key ? '' : ' (compare it with the one you know: --key)'}`,
    ])
  },
  drill: async (options) => {
    const done = await drillFolder(options.folder ?? '', vaultSecrets(options))
    const { company, entries, files, seconds } = done
    tell(options, done, [
      `${company}: ${entries} entries and ${files} files put back into an empty deployment`,
      sayComparison(done),
      `check ${seconds.check.toFixed(1)} s, start ${seconds.start.toFixed(1)} s, restore ${seconds.restore.toFixed(1)} s`,
    ])
    mustBeSame(done)
  },
  compare: async (options) => {
    const { folder = '', other = '' } = options
    const [{ manifest }, { manifest: later }] = [
      await checkFolder(folder),
      await checkFolder(other),
    ]
    if (manifest.company_uuid !== later.company_uuid) {
      throw new Error('These are backups of two companies.')
    }
    const done = compareFolders(folder, other, manifest.size.to)
    const entries = { before: manifest.size.to, after: later.size.to }
    tell(options, { company: manifest.company_uuid, entries, ...done }, [
      `${manifest.company_uuid}: ${entries.before} entries before, ${entries.after} after`,
      sayComparison(done),
    ])
    mustBeSame(done)
  },
  restore: async (options) => {
    const { folder = '', reason = '' } = options
    const done = await restoreCompany(await reach(options), folder, reason)
    const { company_uuid } = done.manifest
    const { entries, files, put, known, webhooks, deliveries } = done
    tell(options, { company: company_uuid, entries, files, put, known, webhooks, deliveries }, [
      `${company_uuid} is back: ${entries} entries, ${files} files`,
      `${put} rows of the directory put back, ${known} were there. Everybody signs in again.`,
      ...(webhooks === 0
        ? []
        : [
            `${webhooks} webhooks are switched off, ${deliveries} deliveries that waited were given up: the company switches them on and sends again what is missing.`,
          ]),
    ])
  },
  rewind: async (options) => {
    const { company: company_uuid, at, bookmark } = options
    const to = bookmark === undefined ? { at } : { bookmark }
    const answer = (await (
      await reach(options)
    ).ask(operatorStoreCalls.rewind, { company_uuid, to })) as { undo: string }
    tell(options, answer, [
      'The store restarts in its state of then. Say why, next: npm run backup -- explain',
      `To undo it: npm run backup -- rewind --company ${company_uuid} --bookmark ${answer.undo}`,
    ])
  },
  explain: async (options) => {
    const { company: company_uuid, reason, unsealedUpTo } = options
    const deployment = await reach(options)
    const answer = (await deployment.ask(operatorStoreCalls.explainRewound, {
      company_uuid,
      reason,
      ...(unsealedUpTo && { unsealed_up_to: unsealedUpTo }),
    })) as { entries: number }
    tell(options, answer, [`Said in entry ${answer.entries} of the trail.`])
  },
  erase: async (options) => {
    const { company: company_uuid, confirm, reason } = options
    const deployment = await reach(options)
    const erased = (await deployment.ask(operatorStoreCalls.erase, {
      company_uuid,
      confirm,
      reason,
    })) as Record<string, number | string>
    tell(options, erased, [
      ...['records', 'entries', 'files', 'logins', 'mails'].map(
        (name) => `${erased[name]} ${name}`,
      ),
      'erased. Signed note, to be kept:',
      '',
      String(erased['proof']),
    ])
  },
}

function sayComparison({ rows, differing, sameFiles }: Comparison): string {
  return `${rows} rows compared, ${differing} differ; files ${sameFiles ? 'the same' : 'DIFFER'}`
}

/** @throws Error where anything is missing or different after a backup was put back. */
function mustBeSame({ differing, sameFiles }: Comparison): void {
  if (differing > 0 || !sameFiles) throw new Error('What was put back is not what was backed up.')
}

/** Export a company into a folder named after the time, and read it back from the disk: a backup that was never read is none. */
async function exportOne(
  deployment: Deployment,
  company: string,
  options: BackupOptions,
): Promise<void> {
  const time = new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const folder = join(options.out, company, time)
  const { size, pages, blobs } = await exportCompany(deployment, company, folder)
  await checkFolder(folder)
  tell(options, { company, folder, size, pages, blobs }, [
    `${folder}: ${size.to} entries, ${blobs} files, ${pages} ${pages === 1 ? 'page' : 'pages'}; checked`,
    ...(size.to === size.from
      ? []
      : [`${size.to - size.from} entries came while it was made; they are in it`]),
  ])
}

/** Read the vault's secrets from the environment, or this machine's own. */
function vaultSecrets({ state }: BackupOptions): VaultSecrets {
  const path = join(state, 'secrets.json')
  const known = existsSync(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as Partial<VaultSecrets>)
    : {}
  const CHECKPOINT_SECRET = process.env['CHECKPOINT_SECRET'] ?? known.CHECKPOINT_SECRET
  const SEALING_SECRET = process.env['SEALING_SECRET'] ?? known.SEALING_SECRET
  if (CHECKPOINT_SECRET && SEALING_SECRET) return { CHECKPOINT_SECRET, SEALING_SECRET }
  throw new Error('Set CHECKPOINT_SECRET and SEALING_SECRET as in the vault.')
}

async function reach(options: BackupOptions): Promise<Deployment> {
  return new Deployment(options.url, await operatorSecret(options))
}

async function listCompanies(deployment: Deployment): Promise<ListedCompany[]> {
  return (await deployment.ask(operatorStoreCalls.listCompanies, {})) as ListedCompany[]
}

function tell({ json }: BackupOptions, answer: object, lines: string[]): void {
  console.log(json ? JSON.stringify({ ok: true, ...answer }) : lines.join('\n'))
}

/** Explain an error: without the right secret these calls do not exist. */
function explain(error: Error): string {
  if (error instanceof Fault && error.code === 'not_found' && error.message === 'No such call') {
    return `The deployment does not take this operator's secret, or has none: docs/deploy.md, "Secrets".`
  }
  return error.message
}

process.exitCode = await main(process.argv.slice(2))
