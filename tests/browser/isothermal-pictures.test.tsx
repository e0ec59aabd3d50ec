import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Analysis } from '../../domain/entities/analysis.ts'
import type { Results, WellResult } from '../../domain/results.ts'
import { completeTexts } from '../../web/i18n/catalogs.ts'
import { RunFacts } from '../../web/screens/analyses/import/RunFacts.tsx'
import { RunPicture } from '../../web/screens/analyses/import/RunPicture.tsx'
import { TargetExplanation } from '../../web/screens/analyses/detail/review/TargetExplanation.tsx'
import { WellCurve } from '../../web/screens/analyses/detail/review/WellCurve.tsx'
import { createReadings } from '../../workers/curves/readings.ts'
import type { ImportedRun } from '../../workers/files/imported-run.ts'
import type { CurveLayers } from '../../workers/run/views.ts'
import { mount } from './mount.tsx'

const readings = createReadings(['FAM'], 96, 4)
readings.values.set([1, 2, 4, 8])
const run: ImportedRun = {
  name: 'LAMP of the day',
  experiment: '',
  source: {
    format: 'csv',
    version: '',
    software: '',
    softwareVersion: '',
    instrument: '',
    date: null,
  },
  plate: { rows: 8, columns: 12, labels: 'letters' },
  wells: [],
  amplification: { readings, state: 'raw' },
  melt: null,
  passiveReference: null,
  programme: null,
  notices: [],
} as unknown as ImportedRun

test('A26-24: the preview of an isothermal run draws and counts its readings by minutes, that of a PCR by cycles', async () => {
  await completeTexts('analysis')
  mount(
    <>
      <RunFacts run={{ ...run, minutesPerReading: 0.5 }} />
      <RunPicture run={{ ...run, minutesPerReading: 0.5 }} />
    </>,
  )
  await expect.element(page.getByText('Time (min)')).toBeInTheDocument()
  await expect.element(page.getByText('4, every 0.5 min')).toBeVisible()
  expect(page.getByText(/cycle/i).elements()).toEqual([])
  mount(
    <>
      <RunFacts run={run} />
      <RunPicture run={run} />
    </>,
  )
  await expect.element(page.getByText('Cycles', { exact: true })).toBeVisible()
  await expect.element(page.getByText('Cycle', { exact: true })).toBeInTheDocument()
})

test('A26-24: the curve that explains a call of an isothermal run is drawn by minutes, as its crossing is', async () => {
  await completeTexts('analysis')
  const record = {
    cartridge_type: 'Wells9',
    method: { evaluation: { assay: { kind: 'isothermal', minutes_per_reading: 0.5 } } },
  } as unknown as Analysis
  const layers = {
    channels: ['FAM'],
    wells: 9,
    points: 40,
    corrected: new Float64Array(9 * 40),
  } as unknown as CurveLayers
  const result = {
    well: 'A1',
    channel: 'FAM',
    target: 'N1',
    threshold: 0.1,
    baseline: { start: 3, end: 8 },
    cq: 12.25,
    cq_error: 0.1,
    melt: [],
  } as unknown as WellResult
  mount(
    <WellCurve record={record} result={result} rule={undefined} replicates={[]} layers={layers} />,
  )
  await expect.element(page.getByText('Time (min)')).toBeInTheDocument()
  // Read it without the marks that keep its values in order.
  const said = page
    .getByRole('figure')
    .element()
    .textContent.replaceAll(/[\u2066-\u2069]/g, '')
  expect(said).toContain('A1 in FAM over 20.0 min: baseline from 1.5 to 4.0 min')
  expect(said).toContain('Tt 12.25 min')
})

test('A27-23: the explanation of an isothermal run says times, also of the wells of one sample and where there is none', async () => {
  await completeTexts('analysis')
  const record = {
    cartridge_type: 'Wells9',
    method: { evaluation: { assay: { kind: 'isothermal', minutes_per_reading: 0.5 } } },
  } as unknown as Analysis
  const result = {
    well: 'A1',
    sample_uuid: 's',
    channel: 'FAM',
    target: 'N1',
    call: 'not_detected',
    threshold: 0.1,
    cq: null,
    cq_error: null,
    melt: [],
    trace: [],
    flags: [],
  } as unknown as WellResult
  const sample = {
    sample_uuid: 's',
    target: 'N1',
    wells: ['A1', 'A2'],
    call: 'detected',
    cq_mean: 12.25,
    cq_sd: 0.5,
    trace: [],
  }
  const results = {
    evaluation: { ...record.method.evaluation, targets: [] },
    samples: [sample],
    wells: [result],
    controls: [],
  } as unknown as Results
  mount(<TargetExplanation {...{ record, results, result }} layers={null} melt={null} />)
  await expect.element(page.getByText('Tt not detected')).toBeVisible()
  await expect
    .element(page.getByText(/2 wells: Detected, mean Tt \(min\) 12.25, SD 0.50/))
    .toBeVisible()
})
