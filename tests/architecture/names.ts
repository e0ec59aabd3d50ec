import { isProduct, makeRule, type RuleCase } from './rule.ts'

/** Constants that are named like those of the module that their file replaces in a test. */
const foreignNames: readonly string[] = ['tests/batteries/residency/cloudflare-test.ts SELF']

const namesConstantsAlike = makeRule(
  (tree) =>
    tree.flatMap(({ path, code }) =>
      [...code.matchAll(/^(?:export )?const ([A-Za-z_$][\w$]*)/gm)].map(
        ([, name = '']) => `${path} ${name}`,
      ),
    ),
  (seen) =>
    seen
      .filter((one) => / [A-Z][A-Z0-9]+(_[A-Z0-9]+)*$/.test(one) && !foreignNames.includes(one))
      .map((one) => `${one}: constants have names like \`longestWaitMs\``),
  (seen) => foreignNames.filter((one) => !seen.includes(one)),
)

/** Files with a form of ids that is not ours. */
const otherForms: Record<string, string> = {
  'domain/fields.ts': 'the form itself',
  'domain/ordered-uuid.ts': 'the first digits of an id that holds its time',
  'domain/trail/note.ts': 'the eight digits of a key (C2SP signed-note)',
  'edge/session/seal.ts': 'the eight digits of a key',
  'workers/files/rdml/read-descriptions.ts': 'ids of computers in files of vendors, in either case',
}

const writesIdsInOneForm = makeRule(
  (tree) =>
    tree
      .filter(({ path, code }) => isProduct(path) && /\[0-9a-f-?\]\{(?:8|36)\}/.test(code))
      .map(({ path }) => path),
  (seen) =>
    seen
      .filter((path) => !(path in otherForms))
      .map((path) => `${path} spells out the form of an id: use \`Uuid\` or \`uuidForm\``),
  (seen) => Object.keys(otherForms).filter((path) => !seen.includes(path)),
)

/** Rights named in pages, with the reason. */
const namedRights: Record<string, string> = {
  'developer.menu': 'pages of developers: no call asks for it',
  'audit.search': 'the first page, which would load the calls of the trail for it',
  'protocol.create': 'the first page, which would load the calls of protocols for it',
  'products.details': 'the page of a run, which would load the calls of devices for it',
  'results.search': 'the page of a run, which would load the calls of results for it',
  'certificates.create': 'the page of a run, which would load the calls of certificates for it',
  'bkernels.search': 'the page of a plan, which would load the calls of versions for it',
}

/** Right that a page asks for by its name: in another place than a table of pages it would stay behind when the row changes. */
const namedRight = /\b(?:may|can)\((?:[\w.]+, )?'([\w.]+)'\)/g

const asksRowsForRights = makeRule(
  (tree) =>
    tree
      .filter(({ path }) => path.startsWith('web/'))
      .flatMap(({ path, code }) =>
        [...code.matchAll(namedRight)].map(([, name = '']) => ({ path, name })),
      ),
  (seen) =>
    seen
      .filter(({ name }) => !(name in namedRights))
      .map(({ path, name }) => `${path} asks for ${name}: ask for \`needs\` of the call or action`),
  (seen) => Object.keys(namedRights).filter((right) => !seen.some(({ name }) => name === right)),
)

/** Right that the service asks for, demands or gives, by a row or by its name. */
const demandedRight =
  /(?:\b(?:mustHold|refuseWithout)\(|\bcan\([\w.]+,|\bpermissions\.includes\(|\bpermissions: \[)\s*('[a-zA-Z]+\.\w+'|[\w.]+)/g

const demandsRightsOfRows = makeRule(
  (tree) =>
    tree
      .filter(({ path }) => path.startsWith('edge/'))
      .flatMap(({ path, code }) =>
        [...code.matchAll(demandedRight)].map(([, name = '']) => ({ path, name })),
      ),
  (seen) =>
    seen
      .filter(({ name }) => name.startsWith("'"))
      .map(({ path, name }) => `${path} demands ${name}: demand \`needs\` of the call or action`),
)

export const nameCases: RuleCase[] = [
  ['constants are named alike', namesConstantsAlike, { 'edge/a.ts': 'export const MAX_WAIT = 3' }],
  [
    'the form of an id is written in one place',
    writesIdsInOneForm,
    { 'web/a.ts': 'const id = /^[0-9a-f-]{36}$/' },
  ],
  [
    'pages ask the rows of calls and actions for rights',
    asksRowsForRights,
    { 'web/a.ts': "const isShown = may('analysis.run')" },
  ],
  [
    'the service demands the rights of rows and actions',
    demandsRightsOfRows,
    { 'edge/a.ts': "const isSeen = can(by.permissions, 'users.search')" },
  ],
]
