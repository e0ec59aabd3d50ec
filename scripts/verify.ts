// `node scripts/run.mjs verify FILE [--anchors DIR] [--key FILE] [--files DIR] [--json]`: checks an exported record or audit
// trail on its own. Bundled into one file without dependencies by scripts/build-verify.ts.
import { asLines } from '../domain/rules/plain-text.ts'
import { readFlags } from './read-flags.ts'
import { checkFile } from './verify/check-file.ts'
import { describeVerdict } from './verify/describe.ts'

const usage = `Usage: bapp-verify FILE [options]

  FILE            a record (.bapp-record.json) or a whole audit trail (.bapp-trail.jsonl), as exported
  --key FILE      public key of the trail, where you have it from elsewhere
  --anchors DIR   checkpoints that were kept outside (.note)
  --files DIR     files that the record names, to be compared with their hashes
  --json          the verdict as JSON

Ends with 0 when everything holds, 1 when something does not, 2 when there was nothing to check.`

try {
  const { values, positionals } = readFlags({
    allowPositionals: true,
    options: {
      key: { type: 'string' },
      anchors: { type: 'string' },
      files: { type: 'string' },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [file] = positionals
  if (values.help || file === undefined || positionals.length > 1) {
    console.log(usage)
    process.exitCode = values.help ? 0 : 2
  } else {
    const { key, anchors, files } = values
    // Replace what a terminal obeys: a file could write its own verdict over the one below.
    const verdict = asLines(await checkFile({ file, key, anchors, files }))
    console.log(values.json ? JSON.stringify(verdict, null, 2) : describeVerdict(verdict))
    process.exitCode = verdict.problems.length > 0 ? 1 : 0
  }
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = 2
}
