import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot, runTool, type ToolResult } from './run-tool.ts'

/**
 * One tsconfig for each runtime; see the README of scripts. `scripts` compiles all that runs in Node (`devices`, `desktop` and
 * `releases`), `tests/edge` compiles `edge`, and `tests/browser` compiles `web`: what they share is checked once for each runtime.
 */
const folders = ['domain', 'workers', 'scripts', 'tests', 'tests/edge', 'tests/browser']

/** Without the memory of the last run: the compiler has been seen to keep errors that were long mended. */
const withoutCache = ['--incremental', 'false', '--tsBuildInfoFile', 'null']

/** Use one checker per compilation, as each works out the same types: two cost a third more of the processor, four double. */
const alone = ['--checkers', '1']

/** Let the compiler's heap grow five times before it is cleaned: a tenth less of the processor, for 3 to 10 % more memory. */
export const roomy = { GOGC: '400' }

/** Compile every folder under its own runtime's types, two at a time. Output is only what is wrong. */
export async function checkTypes(): Promise<ToolResult> {
  const started = performance.now()
  const made = await generateWorkerTypes()
  const results: ToolResult[] = made.code === 0 ? [] : [made]
  const queue = folders.filter((folder) => existsSync(join(projectRoot, folder, 'tsconfig.json')))
  const work = async () => {
    for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
      results.push(await runTool('tsc', ['-p', folder, ...withoutCache, ...alone], { env: roomy }))
    }
  }
  await Promise.all([work(), work()])
  const wrong = results.filter((result) => result.code !== 0)
  return {
    code: wrong.length === 0 ? 0 : 1,
    output: wrong.map((result) => result.output.trim()).join('\n'),
    ms: performance.now() - started,
  }
}

let generated: Promise<ToolResult> | undefined

/** Generate the bindings of wrangler.toml as types, if that file is newer; once for all callers. */
export function generateWorkerTypes(): Promise<ToolResult> {
  return (generated ??= generate())
}

async function generate(): Promise<ToolResult> {
  const target = join(projectRoot, 'worker-configuration.d.ts')
  const source = join(projectRoot, 'wrangler.toml')
  const fresh = existsSync(target) && statSync(target).mtimeMs >= statSync(source).mtimeMs
  if (fresh) return { code: 0, output: '', ms: 0 }
  return runTool('wrangler', ['types', '--config', 'wrangler.toml'])
}
