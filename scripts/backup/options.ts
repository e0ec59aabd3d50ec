import { parseArgs } from 'node:util'
import { isThisMachine } from '../first-company-options.ts'

const verbs = [
  'list',
  'export',
  'verify',
  'drill',
  'compare',
  'restore',
  'rewind',
  'explain',
  'erase',
] as const

export interface BackupOptions {
  verb: (typeof verbs)[number]
  /** Folder to verify, to compare or to restore from. */
  folder: string | undefined
  /** Backup of the same company that was made after the first was put back. */
  other: string | undefined
  url: string
  company: string | undefined
  out: string
  key: string | undefined
  confirm: string | undefined
  at: string | undefined
  bookmark: string | undefined
  reason: string | undefined
  /** Number of the last entry without a seal that the operator vouches for. */
  unsealedUpTo: number | undefined
  /** Folder of this machine's secrets, for a deployment on it. */
  state: string
  json: boolean
}

export const backupHelp = `Backup of companies: out, checked, back in, and erased.

  npm run backup -- list                                  companies of the deployment
  npm run backup -- export [--company UUID] [--out DIR]   a folder for each company, or for the one
  npm run backup -- verify FOLDER [--key FILE]            checks a folder; needs no deployment
  npm run backup -- drill FOLDER                          puts it back into an empty deployment of this machine, compares,
                                                          and removes that again
  npm run backup -- compare FOLDER OTHER                  a backup with one that was made after it was put back
  npm run backup -- restore FOLDER --reason TEXT          into a deployment that has lost the company
  npm run backup -- rewind --company UUID --at TIME | --bookmark B
                                                          a store to a moment of the last 30 days, by the platform
  npm run backup -- explain --company UUID --reason TEXT [--unsealed-up-to N]
                                                          why a store was put back, into its trail; with N you vouch for its
                                                          entries without a seal, the last of which is number N
  npm run backup -- erase --company UUID --confirm NAME --reason TEXT
                                                          a closed company, for ever

  --url ORIGIN   the deployment                           (http://localhost:8787)
  --out DIR      where folders are made, COMPANY/TIME     (.state/backup)
  --key FILE     public keys that the trail may have, one to a line, where you have them from elsewhere
  --state DIR    where this machine's secrets are kept    (.state/eu)
  --json         the answer as JSON, and no questions

The operator's secret comes from the variable OPERATOR_SECRET or is asked for, never from the command line. A drill wants
CHECKPOINT_SECRET and SEALING_SECRET of the deployment that made the backup instead.
`

/** Read the command line; null asks for help. @throws Error with a sentence for the person. */
export function readBackupOptions(args: string[]): BackupOptions | null {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      url: { type: 'string', default: 'http://localhost:8787' },
      company: { type: 'string' },
      out: { type: 'string', default: '.state/backup' },
      key: { type: 'string' },
      confirm: { type: 'string' },
      at: { type: 'string' },
      bookmark: { type: 'string' },
      reason: { type: 'string' },
      'unsealed-up-to': { type: 'string' },
      state: { type: 'string', default: '.state/eu' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [word, folder, other] = positionals
  const verb = verbs.find((one) => one === word)
  if (values.help || !verb) return null
  const { company, out, key, confirm, at, bookmark, reason, state, json } = values
  const missing = {
    list: true,
    export: true,
    verify: folder,
    drill: folder,
    compare: folder && other,
    restore: folder && reason,
    rewind: company && (at ?? bookmark),
    explain: company && reason,
    erase: company && confirm && reason,
  }
  if (!missing[verb]) throw new Error(`${verb} wants more than that: --help.`)
  const url = URL.parse(values.url)
  if (!url) throw new Error(`--url wants an address, not "${values.url}".`)
  if (url.protocol !== 'https:' && !isThisMachine(url)) {
    throw new Error("The operator's secret is sent over https only, or on this machine.")
  }
  const unsealedUpTo = readEntryNumber(values['unsealed-up-to'])
  if (unsealedUpTo !== undefined && verb !== 'explain') {
    throw new Error('--unsealed-up-to belongs to explain.')
  }
  const to = { company, confirm, at, bookmark, reason, unsealedUpTo }
  return { verb, folder, other, url: url.origin, out, key, state, json, ...to }
}

/** Read the number of an entry. @throws Error for other text. */
function readEntryNumber(given: string | undefined): number | undefined {
  if (given === undefined) return undefined
  if (/^[1-9]\d{0,14}$/.test(given)) return Number(given)
  throw new Error(`--unsealed-up-to wants the number of an entry, not "${given}".`)
}
