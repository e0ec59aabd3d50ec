import { basename } from 'node:path'
import { parseSync } from 'vite'
import { type SourceFile } from '../architecture/source-tree.ts'

interface Node {
  type: string
  [field: string]: unknown
}

/** Reason in the source; `name` has a `*` where it is put together at run time. */
export interface SourceReason {
  name: string
  path: string
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Add a node and all below it; a generator would hand each node up through every level. */
function gather(node: unknown, into: Node[]): Node[] {
  if (Array.isArray(node)) for (const one of node) gather(one, into)
  else if (isNode(node)) {
    into.push(node)
    for (const name in node) gather(node[name], into)
  }
  return into
}

const parsed = new WeakMap<SourceFile, readonly Node[]>()

/**
 * Return all nodes of a file's syntax, cached because several tests read the same files and parsing took most of their
 * time.
 */
function nodesOf(file: SourceFile): readonly Node[] {
  const known = parsed.get(file)
  if (known !== undefined) return known
  const nodes = gather(parseSync(basename(file.path), file.text).program, [])
  parsed.set(file, nodes)
  return nodes
}

/**
 * List every name that can become the `reason` of a fault, from the syntax of the sources: values of a property
 * `reason`, arguments given for a parameter `reason` (also of functions of other files), and the messages of checks in
 * schemas, which the edge passes on as reasons.
 */
export function listReasons(files: readonly SourceFile[]): SourceReason[] {
  const trees = files.map((file) => ({ path: file.path, nodes: nodesOf(file) }))
  const takers = new Map(trees.map(({ path, nodes }) => [path, findTakers(nodes)]))
  return trees.flatMap(({ path, nodes }) => {
    const known = new Map([
      ...importedTakers(path, nodes, files, takers),
      ...(takers.get(path) ?? []),
    ])
    const names = nodes.flatMap((node) => [
      ...propertyNames(node),
      ...argumentNames(node, known),
      ...checkNames(node),
    ])
    return [...new Set(names)].map((name) => ({ name, path }))
  })
}

type Takers = Map<string, number>

/** Find functions with a parameter called `reason`, and its place. */
function findTakers(nodes: readonly Node[]): Takers {
  const found: Takers = new Map()
  for (const node of nodes) {
    const isArrow = node.type === 'VariableDeclarator' && isNode(node['init'])
    const made = isArrow ? (node['init'] as Node) : node
    if (!Array.isArray(made['params']) || !isNode(node['id'])) continue
    const place = made['params'].findIndex((one) => isNode(one) && one['name'] === 'reason')
    if (place >= 0) found.set(String(node['id']['name']), place)
  }
  return found
}

function* importedTakers(
  path: string,
  nodes: readonly Node[],
  files: readonly SourceFile[],
  takers: ReadonlyMap<string, Takers>,
): Generator<[string, number]> {
  const { imports } = files.find((one) => one.path === path) ?? { imports: [] }
  const names = nodes
    .filter((node) => node.type === 'ImportSpecifier' && isNode(node['local']))
    .map((node) => String((node['local'] as Node)['name']))
  for (const source of imports) {
    for (const [name, place] of takers.get(source) ?? []) {
      if (names.includes(name)) yield [name, place]
    }
  }
}

function propertyNames(node: Node): string[] {
  const isReason =
    node.type === 'Property' && isNode(node['key']) && node['key']['name'] === 'reason'
  return isReason ? wordsOf(node['value']) : []
}

function argumentNames(node: Node, takers: Takers): string[] {
  if (node.type !== 'CallExpression' || !isNode(node['callee'])) return []
  const place = takers.get(String(node['callee']['name']))
  return place === undefined ? [] : wordsOf((node['arguments'] as unknown[])[place])
}

const checks =
  /^(check|partialCheck|regex|iso\w+|(min|max)\w+|integer|finite|safeInteger|multipleOf)$/

/** Return the names of checks: `v.regex(/…/, 'uuid')`, and `message: 'x'` of a raw check. */
function checkNames(node: Node): string[] {
  if (node.type === 'Property' && isNode(node['key']) && node['key']['name'] === 'message') {
    return wordsOf(node['value']).filter((name) => /^[a-z]+(_[a-z]+)+$/.test(name))
  }
  const callee = node['callee']
  if (node.type !== 'CallExpression' || !isNode(callee) || !isNode(callee['property'])) return []
  if (!isNode(callee['object']) || callee['object']['name'] !== 'v') return []
  if (!checks.test(String(callee['property']['name']))) return []
  return wordsOf((node['arguments'] as unknown[]).at(-1)).filter((name) => /^[a-z_]+$/.test(name))
}

/** Return the texts that an expression can be: a literal, each branch of a choice, a template with `*` for its gaps. */
function wordsOf(value: unknown): string[] {
  if (!isNode(value)) return []
  switch (value.type) {
    case 'Literal':
      return typeof value['value'] === 'string' && value['value'] !== '' ? [value['value']] : []
    case 'TemplateLiteral':
      return [
        (value['quasis'] as Node[])
          .map((one) => (one['value'] as { cooked: string }).cooked)
          .join('*'),
      ]
    case 'ConditionalExpression':
      return [...wordsOf(value['consequent']), ...wordsOf(value['alternate'])]
    case 'LogicalExpression':
      return [...wordsOf(value['left']), ...wordsOf(value['right'])]
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
      return wordsOf(value['expression'])
    default:
      return []
  }
}

/**
 * List the files in which the reason of a fault is neither a name nor passed on from elsewhere: its values cannot be
 * found from the source alone.
 */
export function listComputed(files: readonly SourceFile[]): string[] {
  return files
    .filter((file) => {
      const nodes = nodesOf(file)
      const hasTakers = findTakers(nodes).size > 0
      const reasons = nodes.filter(isFault).flatMap((fault) => [propertyOf(fault, 'reason') ?? []])
      return reasons.flat().some((value) => !isTold(value, hasTakers))
    })
    .map(({ path }) => path)
}

/** Return true for `{ code, reason }`, or the argument of `new Fault('…', '…', { reason })`. */
function isFault(node: Node): boolean {
  if (node.type === 'NewExpression') {
    return isNode(node['callee']) && node['callee']['name'] === 'Fault'
  }
  return node.type === 'ObjectExpression' && propertyOf(node, 'code') !== undefined
}

function propertyOf(node: Node, name: string): unknown {
  const object = node.type === 'NewExpression' ? (node['arguments'] as unknown[]).at(-1) : node
  if (!isNode(object) || object.type !== 'ObjectExpression') return undefined
  const found = (object['properties'] as Node[]).find(
    ({ key }) => isNode(key) && key['name'] === name,
  )
  return found?.['value']
}

function isTold(value: unknown, hasTakers: boolean): boolean {
  if (!isNode(value)) return true
  switch (value.type) {
    case 'Literal':
    case 'TemplateLiteral':
      return true
    case 'ConditionalExpression':
      return isTold(value['consequent'], hasTakers) && isTold(value['alternate'], hasTakers)
    case 'LogicalExpression':
      return isTold(value['left'], hasTakers) && isTold(value['right'], hasTakers)
    case 'MemberExpression':
      return isNode(value['property']) && /^(reason|code)$/.test(String(value['property']['name']))
    default:
      return value.type === 'Identifier' && value['name'] === 'reason' && hasTakers
  }
}
