import type { SourceFile, Use } from './source-tree.ts'

/** A rule takes the whole tree and returns a sentence for each place that breaks it. */
export interface Rule {
  (tree: SourceFile[]): string[]
  /** Count the imports or files that the rule checks; a rule that checks none proves nothing. */
  sees: (tree: SourceFile[]) => number
  /** Exceptions that the tree no longer needs. */
  unused: (tree: SourceFile[]) => string[]
}

/** A rule with a made-up tree that breaks it once: a rule that cannot fail would prove nothing. */
export type RuleCase = [name: string, rule: Rule, broken: Record<string, string>]

/** Make a rule of what it looks at in a tree, and of what it says of that. */
export function makeRule<Item>(
  see: (tree: SourceFile[]) => Item[],
  judge: (seen: Item[]) => string[],
  unused: (seen: Item[]) => string[] = () => [],
): Rule {
  // Keep what was seen of a tree, which several tests of a rule look at: reading functions out of it takes a second.
  const looks = new WeakMap<SourceFile[], Item[]>()
  const look = (tree: SourceFile[]) => {
    const seen = looks.get(tree) ?? see(tree)
    looks.set(tree, seen)
    return seen
  }
  return Object.assign((tree: SourceFile[]) => judge(look(tree)), {
    sees: (tree: SourceFile[]) => look(tree).length,
    unused: (tree: SourceFile[]) => unused(look(tree)),
  })
}

export const ours = [
  'domain',
  'workers',
  'edge',
  'web',
  'devices',
  'desktop',
  'releases',
  'scripts',
  'tests',
] as const

/** The folder of a file that is in none: only configurations of tools are. */
export const besideFolders = '.'

export const allFiles = (tree: SourceFile[]) => tree
export const top = (path: string) =>
  path.includes('/') ? (path.split('/')[0] ?? '') : besideFolders
export const isOurs = (path: string) =>
  path.includes('/') && (ours as readonly string[]).includes(top(path))
/** Return true for folders that ship: all but tests and scripts. */
export const isProduct = (path: string) =>
  /^(domain|workers|edge|web|devices|desktop|releases)\//.test(path)

/** Return every import of a tree with the file that has it. */
export function pairs(tree: SourceFile[]): (Use & { path: string })[] {
  return tree.flatMap(({ path, uses }) => uses.map((use) => ({ path, ...use })))
}
