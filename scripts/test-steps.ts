import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { checkTypes, generateWorkerTypes, roomy } from './check-types.ts'
import { ensureChromium } from './install-chromium.ts'
import { projectRoot, runTool, type ToolResult } from './run-tool.ts'
import { makePiece, type Piece } from './test-pieces.ts'
import { readPlaywrightReport, readVitestReport } from './test-reports.ts'

/** Runs a piece of work once there is a place for it, in the order in which places were asked for. */
export type InTurn = <T>(work: () => Promise<T>) => Promise<T>

/** A step asks for all of its places at once, so that steps are served in the order of the list. */
export type TestStep = { name: string; run(inTurn: InTurn): Promise<Piece[]> }

/**
 * Pieces per project: each takes the same number of files, and some files take long. Every piece of edge starts workerd and
 * compiles the whole service; pieces of unit cost little and fill the cores at the end.
 */
const edgeParts = 2
const processParts = 4
const unitParts = 3
/** Stacks that the walks are dealt to; together they take one place, because walks wait most of their time. */
const walkStacks = 3

/** A piece that hangs is ended some day; a machine that is busy elsewhere must not come near it. */
const longestPieceMs = 2_400_000

/** Rules that know types take a checker for each core, and every checker works out the same types. */
const oneChecker = { ...roomy, GOMAXPROCS: '1' }

const resultsDir = join(projectRoot, 'test-results')

/** Steps of `npm test`. Quick ones come first, then the longest, so that no long one runs alone at the end. */
export const testSteps: TestStep[] = [
  { name: 'types', run: async (inTurn) => [asCheck('types', await inTurn(checkTypes))] },
  { name: 'lint', run: async (inTurn) => [asCheck('lint', await inTurn(lint))] },
  { name: 'format', run: async (inTurn) => [asCheck('format', await inTurn(checkFormat))] },
  { name: 'e2e', run: (inTurn) => needingChromium('e2e', inTurn, runWalks) },
  { name: 'edge', run: (inTurn) => runVitest('edge', edgeParts, inTurn) },
  {
    name: 'browser',
    run: (inTurn) => needingChromium('browser', inTurn, (given) => runVitest('browser', 1, given)),
  },
  { name: 'processes', run: (inTurn) => runVitest('processes', processParts, inTurn) },
  { name: 'unit', run: (inTurn) => runVitest('unit', unitParts, inTurn) },
]

/** Make the worker's types first: rules that know types read them as well. */
async function lint(): Promise<ToolResult> {
  await generateWorkerTypes()
  return runTool('oxlint', ['--quiet'], { env: oneChecker })
}
const checkFormat = () => runTool('oxfmt', ['--check'])

function asCheck(name: string, { code, output }: ToolResult): Piece {
  return { name, files: [], output, fault: code === 0 ? undefined : `${name} found something` }
}

/** Ask for a place at once, or every later step would come first; look for Chromium once the place is free. */
async function needingChromium(
  name: string,
  inTurn: InTurn,
  run: (inTurn: InTurn) => Promise<Piece[]>,
): Promise<Piece[]> {
  try {
    return await run((work) =>
      inTurn(async () => {
        await (chromium ??= ensureChromium())
        return work()
      }),
    )
  } catch (error) {
    const why = (error as Error).message
    return [{ name, files: [], output: why, fault: why }]
  }
}

/** Looked for, and installed, once for all steps that need it. */
let chromium: Promise<string> | undefined

/** Run a project in parts, because files of one part run one after the other and wait a good deal. */
function runVitest(project: string, parts: number, inTurn: InTurn): Promise<Piece[]> {
  const one = (part: number) => {
    const shard = parts === 1 ? [] : [`--shard=${part}/${parts}`]
    return inTurn(() => startVitest(project, partName(project, part, parts), shard))
  }
  return Promise.all(numbered(parts).map(one))
}

async function startVitest(project: string, name: string, args: string[]): Promise<Piece> {
  const report = freshReport(name)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const run = await runTool('vitest', ['run', '--project', project, ...args, ...reporters], {
    timeoutMs: longestPieceMs,
  })
  const again = (paths: readonly string[]) =>
    startVitest(project, `${name} again`, paths.length === 0 ? args : [...paths])
  return makePiece(name, run, readReport(report, readVitestReport), again)
}

/** Walk on several stacks at once: each takes the next file when it is done with one, as files differ in length. */
function runWalks(inTurn: InTurn): Promise<Piece[]> {
  return inTurn(async () => [await startPlaywright('e2e', [`--workers=${walkStacks}`])])
}

async function startPlaywright(name: string, args: string[]): Promise<Piece> {
  const report = freshReport(name)
  const run = await runTool('playwright', ['test', '--reporter=list,json', ...args], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
    timeoutMs: longestPieceMs,
  })
  const again = (paths: readonly string[]) =>
    startPlaywright(`${name} again`, paths.length === 0 ? args : [...paths])
  return makePiece(name, run, readReport(report, readPlaywrightReport), again)
}

const numbered = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

const partName = (name: string, part: number, parts: number) =>
  parts === 1 ? name : `${name} ${part} of ${parts}`

function freshReport(name: string): string {
  mkdirSync(resultsDir, { recursive: true })
  const path = join(resultsDir, `${name.replaceAll(' ', '-')}.report.json`)
  rmSync(path, { force: true })
  return path
}

function readReport<T>(path: string, read: (report: unknown) => T): T | null {
  return existsSync(path) ? read(JSON.parse(readFileSync(path, 'utf8'))) : null
}
