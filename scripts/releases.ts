// `node scripts/run.mjs releases COMMAND …`: what holders of the root and release signers do on their own machines (decision 68).
import { CannotStart } from './cannot-start.ts'
import { readFlags } from './read-flags.ts'
import {
  checkFolder,
  listRelease,
  makeKey,
  publishFolder,
  signFile,
  writeRoot,
} from './releases/ceremony.ts'

const usage = `Usage: npm run releases -- COMMAND [options]

  key NAME                           makes NAME.pem (encrypted, stays with its holder) and NAME.pub.json (for the others)
  key NAME --online                  makes the key of the service: its seed is set as the secret RELEASE_KEY
  root --folder F --root-key K… --target-key K… --online-key K [--threshold 2]
                                     writes the next N.root.json from public keys, not signed yet
  add IMAGE --folder F --version V --model M… [--readings FILE.json]
                                     writes the next N.targets.json with the image, not signed yet; FILE.json declares how it makes
                                     readings, as the page of the version does: gain, offset, step, ceiling, mean_of
  sign FILE --key NAME.pem           adds one signature; each holder does it on the own machine
  publish --folder F --key NAME.pem  writes snapshot and timestamp, for a stick without the service
  check --folder F                   follows the folder from 1.root.json as a device does

A folder holds metadata/ and targets/, and is what a stick carries. Uploads on /bkernels take IMAGE with N.targets.json, and with
N.root.json the first time and after a change of keys. The passphrase is asked for, or taken from RELEASE_PASSPHRASE.`

try {
  const { values, positionals } = readFlags({
    allowPositionals: true,
    options: {
      folder: { type: 'string', default: '.' },
      'root-key': { type: 'string', multiple: true, default: [] },
      'target-key': { type: 'string', multiple: true, default: [] },
      'online-key': { type: 'string', default: '' },
      threshold: { type: 'string', default: '2' },
      version: { type: 'string', default: '' },
      model: { type: 'string', multiple: true, default: [] },
      readings: { type: 'string', default: '' },
      key: { type: 'string', default: '' },
      online: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [command, file = ''] = positionals
  const { folder, key, version, model: models } = values
  const commands: Record<string, () => Promise<string> | string> = {
    key: () => makeKey(file, values.online),
    root: () =>
      writeRoot(folder, {
        rootKeys: values['root-key'],
        targetKeys: values['target-key'],
        onlineKey: values['online-key'],
        threshold: Number(values.threshold),
      }),
    add: () => listRelease(folder, { image: file, version, models, declared: values.readings }),
    sign: () => signFile(file, key),
    publish: () => publishFolder(folder, key),
    check: () => checkFolder(folder),
  }
  const run = values.help || command === undefined ? undefined : commands[command]
  console.log(run ? await run() : usage)
  if (!run && !values.help) process.exitCode = 2
} catch (error) {
  console.error((error as Error).message)
  process.exitCode = error instanceof CannotStart ? 2 : 1
}
