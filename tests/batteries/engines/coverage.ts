import { projectRoot } from '../../../scripts/run-tool.ts'
import { readSourceTree } from '../../architecture/source-tree.ts'

const start = 'tests/support/engine-stages.ts'
/** Files of the calculation that calculate nothing of their own: they put together, keep, load or call. */
const noStages = [
  'workers/run/assemble.ts',
  'workers/run/blob.ts',
  'workers/run/recalculate.ts',
  'workers/wasm/load-kernels.ts',
]
const calculation = /^workers\/(?!files\/)[^/]+\/.*\.ts$/

/** Find files of the calculation that none of the compared stages imports, directly or not. */
export function findUncompared(): string[] {
  const tree = readSourceTree(projectRoot, ['domain', 'workers', 'tests/support'])
  const files = new Map(tree.map((file) => [file.path, file.imports]))
  const reached = new Set<string>()
  const visit = (path: string): void => {
    if (reached.has(path)) return
    reached.add(path)
    for (const target of files.get(path) ?? []) visit(target)
  }
  visit(start)
  const isMissing = (path: string) => !reached.has(path) && !noStages.includes(path)
  return [...files.keys()].filter((path) => calculation.test(path) && isMissing(path))
}
