import {
  problemSteps,
  stepHolds,
  type TrailProblem,
  type Verdict,
} from '../../domain/trail/problems.ts'
import texts from '../../web/i18n/texts/verify/en.json' with { type: 'json' }

/** Number of problems of a step that are written out. */
const shown = 5

/** Describe the verdict in the words of the page /verify: the file first, then each step. */
export function describeVerdict(verdict: Verdict): string {
  const { of, origin, checkpoint, entries, record, signatures, key, keyExpected } = verdict
  const holds = verdict.problems.length === 0
  const facts: [name: string, value: string][] = [
    [texts['verify.trail'], origin],
    ...(record
      ? [
          [texts['verify.record'], `${record.name} (${record.kind} ${record.uuid})`] as [
            string,
            string,
          ],
        ]
      : []),
    [texts['verify.entries'], String(entries)],
    [texts['verify.checkpoint'], checkpoint ? `${checkpoint.size}, ${checkpoint.at}` : '-'],
    ...comparedWith(verdict),
    ...timesBackOf(verdict),
    ...signatures.map((one): [string, string] => [
      texts['verify.signedBy'],
      `${one.printed_name}, ${one.meaning}, ${one.at}`,
    ]),
    [
      texts['verify.key'],
      keyExpected ? texts['verify.keyGiven'] : texts['verify.keyOwn'].replace('{key}', key),
    ],
  ]
  const steps = verdict.steps.flatMap((step) => [
    `  ${stepHolds(verdict, step) ? '[ok]  ' : '[FAIL]'} ${texts[`verify.step.${step}`]}`,
    ...describeProblems(verdict.problems.filter(({ code }) => problemSteps[code] === step)),
  ])
  return [
    holds ? texts[`verify.holds.${of}`] : texts['verify.fails'],
    '',
    ...facts.map(([name, value]) => `  ${name.padEnd(12)} ${value}`),
    '',
    ...steps,
  ].join('\n')
}

/** Say how many files and kept checkpoints were compared: those that were given may all be of other records. */
function comparedWith({ of, anchors, given, files }: Verdict): [string, string][] {
  const lines: [string, string][] = []
  if (of === 'record') lines.push(['Files', `${files.compared} of ${files.named} compared`])
  if (given > 0) lines.push([texts['verify.anchors'], `${anchors} of ${given} compared`])
  return lines
}

/** Mention times that go back, which are no problem: clocks are set back. */
function timesBackOf({ timesBack }: Verdict): [string, string][] {
  if (timesBack.length === 0) return []
  const listed = timesBack.slice(0, shown).map((seq) => `#${seq}`)
  const rest = timesBack.length > shown ? ' …' : ''
  return [[texts['verify.timesBack'], `${listed.join(' ')}${rest}`]]
}

function describeProblems(problems: readonly TrailProblem[]): string[] {
  const lines = problems.slice(0, shown).map(({ code, at, about }) => {
    const place = [at === undefined ? '' : `#${at}`, about ?? ''].filter(Boolean).join(' ')
    return `         ${place === '' ? '' : `${place}: `}${texts[`verify.problem.${code}`]}`
  })
  const left = problems.length - shown
  return left > 0 ? [...lines, `         … ${left} more`] : lines
}
