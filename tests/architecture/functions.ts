import { parseSync, Visitor } from 'vite'

export type FunctionSize = { name: string; lines: number }

/** Measure every function of a file, from the line where it begins to the one where it ends. */
export function measureFunctions(path: string, text: string): FunctionSize[] {
  const found: FunctionSize[] = []
  const names = new Map<unknown, string>()
  const measure = (node: { start: number; end: number; id?: { name: string } | null }) =>
    found.push({
      name: node.id?.name ?? names.get(node) ?? 'nameless',
      lines: text.slice(node.start, node.end).split('\n').length,
    })
  const name = (node: unknown, key: unknown) => {
    if (typeof key === 'object' && key !== null && 'name' in key) names.set(node, String(key.name))
  }
  new Visitor({
    VariableDeclarator: ({ id, init }) => name(init, id),
    Property: ({ key, value }) => name(value, key),
    MethodDefinition: ({ key, value }) => name(value, key),
    FunctionDeclaration: measure,
    FunctionExpression: measure,
    ArrowFunctionExpression: measure,
  }).visit(parseSync(path, text).program)
  return found
}
