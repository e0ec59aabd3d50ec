import { cheapPasswords } from '../../../scripts/cheap-passwords.ts'
import { secretNames } from '../../../scripts/local-secrets.ts'
import {
  startWorker,
  type WorkerOptions,
  type WorkerProcess,
} from '../../../scripts/worker-process.ts'
import { transport } from './cloudflare-test.ts'

/** The secrets that the preparations of the edge tests know. */
const secrets = Object.fromEntries(secretNames.map((name) => [name, secretOf(name)]))

/** Return a secret of an open worker. */
export function secretOf(name: (typeof secretNames)[number]): string {
  return `${name}-for-tests-only-0123456789`
}

/** Start a worker in which the edge tests' own preparations can run from outside, and give them its bindings. */
export async function startOpenWorker(
  options: Omit<WorkerOptions, 'entry'> = {},
): Promise<WorkerProcess> {
  const worker = await startWorker({
    ...options,
    entry: new URL('../../edge/open/worker.ts', import.meta.url),
    vars: { ...secrets, ...options.vars },
    change: { ...options.change, ...cheapPasswords },
  })
  transport.bindings = await worker.bindings()
  return worker
}
