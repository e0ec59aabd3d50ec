import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Study, StudyDesign } from '../../domain/entities/study.ts'
import type { CurveUnit } from '../../domain/rules/curve-unit.ts'
import { StudyViews } from '../../web/screens/studies/StudyViews.tsx'
import { type StudyDraft, useStudyDraft } from '../../web/screens/studies/use-study-draft.ts'
import type { StudyRuns } from '../../web/screens/studies/use-study-runs.ts'
import { hasOpenWork } from '../../web/state/unsaved.ts'
import { judgeStudy } from '../../workers/study/judge-study.ts'
import type { StudyGenotype } from '../../workers/study/study-genotypes.ts'
import type { StudyWell } from '../../workers/study/study-well.ts'
import { mount } from './mount.tsx'

const target = (name: string, role: 'target' | 'reference' | 'omitted') => ({
  name,
  role,
  threshold: null,
  efficiency: null,
})
const design: StudyDesign = {
  samples: ['A1', 'A2', 'B1', 'B2'].map((name) => ({
    name,
    group: name.startsWith('A') ? 'healthy' : 'treated',
    replicate: '',
  })),
  targets: [target('TG', 'target'), target('REF', 'reference'), target('G', 'omitted')],
  calibrator: 'healthy',
  inter_run: [],
  method: 'ddcq',
  efficiency: 'given',
  confidence: 0.95,
}
/** Treated samples cross two cycles earlier: four times as much. */
const wells = design.samples.flatMap(({ name, group }, at): StudyWell[] =>
  ['TG', 'REF'].map((own) => ({
    run: at % 2,
    well: `A${at + 1}`,
    sample: name,
    type: 'unknown',
    target: own,
    cq: own === 'REF' ? 20 : (group === 'healthy' ? 26 : 24) + 0.1 * (at % 2),
    quantity: null,
  })),
)
const genotype = (run: number, sample: string, found: StudyGenotype['genotype']) => ({
  run,
  sample,
  type: 'unknown' as const,
  place: 'rs6025',
  alleles: ['G', 'A'] as [string, string],
  well: 'A1',
  genotype: found,
  call: 'called' as const,
  doubt: null,
})
const genotypes = [
  genotype(0, 'A1', 'allele_1'),
  genotype(1, 'A1', 'allele_1'),
  genotype(0, 'A2', 'heterozygote'),
  genotype(0, 'B1', 'allele_1'),
  genotype(1, 'B1', 'allele_2'),
]
const study = {
  runs: [1, 2].map((plate) => ({ analysis_uuid: `${plate}`, name: `Plate ${plate}` })),
} as Study
const noRuns: StudyRuns = { runs: [], failures: new Map(), isWhole: true, again: () => undefined }

beforeEach(async () => {
  history.replaceState(null, '', location.pathname)
  await page.viewport(1366, 768)
})

function show(own: StudyDesign, measured: readonly StudyWell[], runs: StudyRuns = noRuns) {
  const opened = [{ wells: [...measured], genotypes, held: [], curves: [] }]
  const { figures } = judgeStudy(opened, own)
  mount(
    <StudyViews
      study={study}
      design={own}
      runs={runs}
      figures={figures}
      draft={{} as StudyDraft}
    />,
  )
}

test('issue 20: a study shows its folds first, and the genotypes of all plates beside them', async () => {
  show(design, wells)
  const folds = page.getByRole('img', {
    name: /Fold changes of TG by group: healthy 1.00, treated/,
  })
  await expect.element(folds).toBeVisible()
  await page.getByRole('tab', { name: 'Genotypes' }).click()
  const groups = page.getByRole('img', { name: /^Genotypes at rs6025 by group: healthy G\/G 1/ })
  await expect.element(groups).toBeVisible()
  // Compare a plate with the other: the genotype of the sample is not known, and its group has none.
  await expect
    .element(page.getByRole('row', { name: /B1.*Wells disagree.*Plate 1, Plate 2/ }))
    .toBeVisible()
  await expect.element(page.getByRole('row', { name: /^healthy 1 1 0 0 0.750$/ })).toBeVisible()
  await expect.element(page.getByRole('row', { name: /^treated 0 0 0 1 –$/ })).toBeVisible()
  await page.getByRole('tab', { name: 'Samples' }).click()
  await expect.element(page.getByRole('row', { name: /^B2 TG treated/ })).toBeVisible()
})

test('issue 20: a study without folds opens with its genotypes', async () => {
  const own = { ...design, targets: [target('G', 'omitted'), target('A', 'omitted')] }
  show(own, [])
  await expect.element(page.getByRole('heading', { name: 'rs6025' })).toBeVisible()
  await expect.element(page.getByRole('tab', { name: 'Fold changes' })).not.toBeInTheDocument()
})

test('the curves of a study are named by their unit, with and without a passive reference', async () => {
  const curve = (unit: CurveUnit) => ({
    target: 'TG',
    channel: 'FAM',
    points: 4,
    unit,
    threshold: null,
    values: Float64Array.of(0, 1, 2, 4),
    wells: [{ well: 'A1', sample: 'A1', counts: true }],
  })
  const loaded = (unit: CurveUnit) => ({
    record: {} as Analysis,
    opened: { wells: [], genotypes: [], held: [], curves: [curve(unit)] },
  })
  const seen: string[] = []
  for (const units of [['au'], ['rn'], ['rn', 'au']] as const) {
    show(design, wells, { ...noRuns, runs: units.map(loaded), isWhole: true })
    await page.getByRole('tab', { name: 'Curves' }).click()
    const axis = page.getByText(/^Δ(Rn|F)/)
    await expect.element(axis).toBeInTheDocument()
    seen.push(axis.element().textContent)
    document.body.replaceChildren()
  }
  expect(seen).toEqual(['ΔF (a.u.)', 'ΔRn', 'ΔRn / ΔF (a.u.)'])
})

test('A25-28: changes of a study that are not saved are work that no end of the session takes', async () => {
  const kept = { ...study, ...design, archived: 0, signature: null } as unknown as Study
  function Changes() {
    const draft = useStudyDraft(kept, () => undefined)
    return (
      <>
        <button onClick={() => draft.change({ method: 'pfaffl' })}>Change</button>
        <button onClick={draft.discard}>Discard</button>
      </>
    )
  }
  mount(<Changes />)
  expect(hasOpenWork()).toBe(false)
  await page.getByRole('button', { name: 'Change' }).click()
  await expect.poll(hasOpenWork).toBe(true)
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect.poll(hasOpenWork).toBe(false)
})
