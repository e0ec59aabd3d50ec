import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readTexts } from './source-tree.ts'

const folders = [
  'domain',
  'edge',
  'workers',
  'web',
  'devices',
  'desktop',
  'releases',
  'scripts',
  'tests',
]
const root = fileURLToPath(new URL('../..', import.meta.url))

const question =
  /^\s*(?:\/\*\*|\*|\/\/|\{\/\*) ?(?:What|How|Why|Where|Whether|Who|When|Which|Whose) /

/** First words of a comment that are no verbs: articles, numbers, pronouns, prepositions, adjectives, participles. */
const noVerbs = `
  A Absolute Added After Afterwards Against All Also An And Another Answered Any Anything As Asked Asleep At Because
  Before Behind Below Beside Between Beyond Both Bundled By Canonical Carried Changed Chosen Counted Detected Drawn
  During Each Early Edited Eight Eighteenth Else Elsewhere Enough Equal Evaluated Even Every Everybody Everything
  False Far Fetched Few Filled Finished First Five For Four From Further Given Half Hashed Held Highest Hundreds In
  Installed Isothermal It Its Joined Judged Kept Killed Kinetic Known Large Largest Launched Learnt Least Left Little
  Locked Long Longer Longest Looked Lost Made Many Minus More Most Much Named Nearly Negative Neither Never New Newer
  Newest No Nobody None Nor Normal Not Noted Nothing Now Null Numbered Of Offered Offline Older On Once One Online
  Only Opened Other Others Otherwise Our Over Parked Perfect Prepared Private Public Published Rated Ready
  Recalculated Refused Rejected Reported Requested Rounded Said Seen Sent Settled Seven Seventeenth Several Shortest
  Shown Sigmoid Signed Silent Single Six Small So Some Somebody Sorted Standard Started Steepest Straight Taken
  Technician-only Ten That The Their Theirs There Thermal These They Thirty This Those Thousands Three To True Twice
  Two Two-step Typed Undefined Under Undone Uniform Unknown Unlimited Unplugged Unreachable Unread Until Up Used Well
  Whatever Whichever While Whoever Whole Whom With Within Without Written Zero
`

/** Names of things with which comments have begun. One that is a verb as well (mail, queue) is left out. */
const things = `
  Actions Address Addresses Administrators Aliases Amplification Analyses Anchors Browsers Buttons Bytes Calls
  Cartridges Changes Channels Charts Checkpoints Choices Codes Columns Commands Companies Company Compensation
  Components Controls Copies Cq Cqs Crossings Curve Curves Cycles Data Dates Days Devices Dots Efficiency Entries
  Errors Evaluations Experiments Facts Fields Figures Files Flags Folders Fonts Frames Garbage Genes Genotypes Groups
  Growth Hands Headers Hints Hosts Ids Jurisdiction Keys Kits Labels Laboratories Languages Leaf Letters Levels Lines
  Links Lists Lots Mails Markup Melting Messages Methods Milliseconds Moments Names Notices Numbers Objects Operations
  Optics Orders Pages Pairs Part Parts Password Path Patterns People Percent Permissions Pictures Pipetting Plates
  Plots Points Position Presence Programmes Programs Proof Protocols Providers Questions Reaction Readers Readings
  Recipes Records Regions Requests Result Results Room Root Row Rows Rules Runs Samples Schemas Sensitivity Series
  Sessions Settings Sheets Signals Signatures Size Sizes Specimens Squares Standards Statements Statuses Steps Sums
  Swarms Sweeps Tables Tabs Targets Tasks Text Texts Thresholds Tiles Times Tokens Tries Types Uuid Value Values Views
  Walks Weights Wells Words Workers Zeros
`

const firstWords = `${noVerbs} ${things}`.trim().split(/\s+/).join('|')

/** Comment of a function that begins with such a word. */
const noun = new RegExp(
  String.raw`/\*\*[ \t]*(?:\n[ \t]*\*)?[ \t]*(?:${firstWords})[ ,:](?:(?!\*/)[\s\S])*?\*/\n[ \t]*(?:export )?(?:default )?(?:async )?function\*? (\w+)`,
  'g',
)

/** Match comments that use a word on the list of docs/style.md; "stand for", "stand out" and "stand in" are allowed. */
const words = String.raw`\b(?:anew|whoever|goes by|(?:is|are|was|were|be) told|lies?|(?:stands?|stood)(?!-in| (?:out|(?:in )?for)))\b`
const avoided = new RegExp(String.raw`^\s*(?:/\*\*?|\*|//|\{/\*)[^'"\`]*?${words}`, 'i')
/** Match titles of tests, and of groups of them, that use one. */
const avoidedInTitle = new RegExp(
  String.raw`^\s*(?:it|test|describe)\b[^'"\`]*(['"\`])(?:(?!\1).)*?${words}`,
  'i',
)

/** Verbs as they say what a thing does; a comment of a function tells it what to do, as its name does. */
const ofThings = `
  Adds Applies Asks Begins Brings Builds Carries Changes Checks Clears Closes Collects Compares Computes Counts Creates
  Cuts Does Draws Drops Ends Fetches Fills Finds Follows Forgets Gives Goes Joins Judges Keeps Launches Leaves Lets
  Listens Loads Looks Makes Moves Opens Packs Passes Puts Reads Receives Refuses Remembers Removes Renames Replaces
  Resolves Returns Says Sends Serves Sets Shows Solves Sorts Splits Starts Stops Switches Takes Tells Throws Turns
  Unpacks Waits Walks Warns Writes
`
const ofThing = new RegExp(
  String.raw`/\*\*[ \t]*(?:\n[ \t]*\*)?[ \t]*(?:${ofThings.trim().split(/\s+/).join('|')}) (?!of )(?:(?!\*/)[\s\S])*?\*/\n[ \t]*(?:export )?(?:default )?(?:async )?function\*? (\w+)`,
  'g',
)

/** Comment of a method, or of a function that is kept in a constant, which begins with such a word. */
const nounOfMethod = new RegExp(
  String.raw`/\*\*[ \t]*(?:\n[ \t]*\*)?[ \t]*(?:${firstWords})[ ,:](?:(?!\*/)[\s\S])*?\*/\n(?:[ \t]+(?:(?:override|protected|private|static|async|get|set) )*(#?\w+)\([^;{}]*\{\n|(?:export )?const (\w+)(?:: [^=\n]+)? = (?:async )?\([^()]*\)(?:: [^=\n]+)? =>)`,
  'g',
)

/** First words that are written small: functions of mathematics, units, quantities, and names of tools. */
const small = 'd|ln|log|deg|n|y|npm|workerd|oxlint-disable\\S*'
const lower = new RegExp(String.raw`^\s*(?:/\*\*|//) (?!(?:${small}) )[a-z]+ [a-z]`)

/** Return the lines of a text that match, without those that go on with a comment. */
const findFirst = (text: string, form: RegExp) => {
  const lines = text.split('\n')
  const continues = (at: number) => /^\s*\/\//.test(lines[at - 1] ?? '')
  return lines.flatMap((line, at) => (form.test(line) && !continues(at) ? [at + 1] : []))
}

/** Return the lines of a text at which a comment begins with a small letter: rules about its first word would not see it. */
const findLower = (text: string) => findFirst(text, lower)

/** Return the names of functions whose comment does not begin with a verb, or with one that is said of a thing. */
const findNouns = (text: string) =>
  [noun, ofThing].flatMap((form) => [...text.matchAll(form)].map(([, name]) => name))

/** Return the names of methods, and of functions in constants, whose comment does not begin with a verb. */
const findMethodNouns = (text: string) =>
  [...text.matchAll(nounOfMethod)].map(([, method, constant]) => method ?? constant)

/** First line of a comment inside a function that begins with such a word. */
const nounInside = new RegExp(String.raw`^[ \t]+// (?:${firstWords})[ ,:]`)

/** Return the lines of a text at which a comment inside a function does not begin with a verb. */
const findNounsInside = (text: string) => findFirst(text, nounInside)

/** Return the lines of a text at which a comment, or a line within one, begins with a question word. */
const findQuestions = (text: string) =>
  text.split('\n').flatMap((line, at) => (question.test(line) ? [at + 1] : []))

/** Match a comment that begins with "of" its thing in place of the thing (docs/style.md). */
const ofIts = /^\s*(?:\/\*\*|\/\/|\{\/\*) Of |^\s*\/\*\*\n\s*\* Of /gm

/** Return the lines of a text at which a comment begins with "of". */
const findOf = (text: string) =>
  [...text.matchAll(ofIts)].map(({ index }) => text.slice(0, index).split('\n').length)

/** Return the lines of a text with a comment, or a title, that has a word to avoid. */
const findAvoided = (text: string, form = avoided) =>
  text.split('\n').flatMap((line, at) => (form.test(line) ? [at + 1] : []))

test('comments have none of the words to avoid', () => {
  const found = readTexts(root, folders).flatMap(([path, text]) =>
    findAvoided(text).map((line) => `${path}:${line}`),
  )
  expect(found).toEqual([])
})

test('titles of tests have none of the words to avoid', () => {
  const found = readTexts(root, ['tests']).flatMap(([path, text]) =>
    findAvoided(text, avoidedInTitle).map((line) => `${path}:${line}`),
  )
  expect(found).toEqual([])
})

test('comments begin with the thing, not with "of" it', () => {
  const found = readTexts(root, folders).flatMap(([path, text]) =>
    findOf(text).map((line) => `${path}:${line}`),
  )
  expect(found).toEqual([])
})

test('comments begin with a verb, or with what something is', () => {
  const found = readTexts(root, folders).flatMap(([path, text]) =>
    findQuestions(text).map((line) => `${path}:${line}`),
  )
  expect(found).toEqual([])
})

test('comments begin with a capital letter', () => {
  const found = readTexts(root, folders).flatMap(([path, text]) =>
    findLower(text).map((line) => `${path}:${line}`),
  )
  expect(found).toEqual([])
})

test('comments of functions begin with a verb', () => {
  const counts = readTexts(root, folders).flatMap(([path, text]) => {
    const { length } = findNouns(text)
    return length > 0 ? [[path, length] as const] : []
  })
  expect(Object.fromEntries(counts)).toEqual({})
})

test('comments of methods begin with a verb', () => {
  const found = readTexts(root, folders).flatMap(([path, text]) =>
    findMethodNouns(text).map((name) => `${path} ${name}`),
  )
  expect(found).toEqual([])
})

test('comments inside functions begin with a verb', () => {
  const found = readTexts(root, folders).flatMap(([path, text]) =>
    findNounsInside(text).map((line) => `${path}:${line}`),
  )
  expect(found).toEqual([])
})

test('a comment is directly above what it is about', () => {
  const stacked = readTexts(root, folders).flatMap(([path, text]) =>
    /\*\/\n[ \t]*\/\*\*/.test(text) ? [path] : [],
  )
  expect(stacked).toEqual([])
})

test('a noun is found at the beginning of the comment of a function only', () => {
  const text = [
    '/** The lots that expire. */',
    'export function listLots() {}',
    '/**',
    ' * All wells of a plate.',
    ' */',
    'async function readWells() {}',
    '/** Lots, the soonest first. */',
    'function sortLots() {}',
    '/** Return the lots that expire. */',
    'function findLots() {}',
    '/** The limit of a lot. */',
    'const limit = 3',
    'function measure() {}',
    '/** Reads the wells. */',
    'function readAll() {}',
  ].join('\n')
  expect(findNouns(text)).toEqual(['listLots', 'readWells', 'sortLots', 'readAll'])
})

test('a noun is found at the beginning of the comment of a method', () => {
  const text = [
    'class Kit {',
    '  /** The lots that expire. */',
    '  async #lots(day: string): Promise<Lot[]> {',
    '  }',
    '  /** Return the boxes of a lot. */',
    '  boxes(): number {',
    '  }',
    '}',
    '/** Lots, the soonest first. */',
    'const sortLots = (lots: Lot[]) => lots.toSorted()',
  ].join('\n')
  expect(findMethodNouns(text)).toEqual(['#lots', 'sortLots'])
})

test('a noun is found at the beginning of a comment inside a function only', () => {
  const text = [
    '// The lots that expire.',
    'function listLots() {',
    '  // The lots of a kit.',
    '  // The boxes come later.',
    '  const lots = []',
    '  // Leave out the boxes.',
    '}',
  ].join('\n')
  expect(findNounsInside(text)).toEqual([3])
})

test('"of" is found at the beginning of a comment only', () => {
  const text = [
    '/** Of the analysis. */',
    '// The name',
    "const of = 'Of it'",
    '/**',
    ' * Of all wells',
    ' * Of a plate.',
    ' */',
    '{/* Of one. */}',
  ].join('\n')
  expect(findOf(text)).toEqual([1, 4, 8])
})

test('a question word is found at the beginning of a comment only', () => {
  const text = [
    '/** What a press does. */',
    '/**',
    ' * Whether it is open.',
    ' */',
    '// Return when it is done: why it failed is in the log.',
    "const text = 'What is this?'",
    '{/* Who is signed in. */}',
  ].join('\n')
  expect(findQuestions(text)).toEqual([1, 3, 7])
})

test('a small letter is found at the beginning of a comment only', () => {
  const text = [
    '/** the lots that expire. */',
    '// Keep the lots',
    '// that expire.',
    'const lots = 3',
    '  // they expire.',
    '// ln of the growth.',
  ].join('\n')
  expect(findLower(text)).toEqual([1, 5])
})

test('a word to avoid is found in a comment only', () => {
  const text = [
    '/** A log that lies on the device. */',
    '/** Stands in for the clock. */',
    ' * Load it anew.',
    "const title = 'is told anew'",
    '// Colours that stand out.',
    '// The person is told.',
  ].join('\n')
  expect(findAvoided(text)).toEqual([1, 3, 6])
})

test('a word to avoid is found in a title only', () => {
  const text = [
    "it('stands in the trail', () => {",
    "  it.each([[1]])('%s: the rest lies there', () => {",
    "  describe('a stand-in for the clock', () => {",
    "  expect(name).toBe('it stands')",
  ].join('\n')
  expect(findAvoided(text, avoidedInTitle)).toEqual([1, 2])
})
