import type { WavelengthName } from '../catalog/wavelengths.ts'
import type { SampleType } from '../entities/analysis.ts'
import type { ControlRules, Evaluation, TargetRule } from '../entities/evaluation-recipe.ts'
import type { Process } from '../entities/process-recipe.ts'
import type { Protocol } from '../entities/protocol.ts'
import { channels, cycles, hold, melt, read } from './programme.ts'

/** Publication of an assay. */
export interface AssaySource {
  title: string
  /** Authors or body, journal and year. */
  by: string
  url: string
}

/**
 * A published assay from which a laboratory makes its first recipe and protocol: its programme, targets and controls. A
 * laboratory verifies it with its own reagents before it is used.
 */
export interface AssayTemplate {
  id: TemplateId
  /** Name of the recipe and the protocol that are made of it. */
  name: string
  source: AssaySource
  process: Process
  evaluation: Evaluation
  sample_types: SampleType[]
  layout: Protocol['layout']
  minimum_samples: Protocol['minimum_samples']
  expected_wells: NonNullable<Protocol['expected_wells']>
}

export type TemplateId =
  | 'cdc-sars-cov-2'
  | 'charite-e-gene'
  | 'gmo-screen'
  | 'factor-v'
  | 'relative-expression'
  | 'listeria-salmonella'
  | 'nosema'

const lid_temperature = 105

const controls: ControlRules = {
  ntc_clean: true,
  positive_detected: true,
  internal_control: false,
  replicate_sd: 0.5,
}

const target = (
  name: string,
  channel: WavelengthName,
  cq_max: number,
  rest: Partial<TargetRule> = {},
): TargetRule => ({
  name,
  channel,
  role: 'target',
  threshold: { method: 'automatic', factor: 10 },
  baseline: { method: 'automatic' },
  cq_max,
  ...rest,
})

const ntc = (...coordinates: string[]): Protocol['layout'][number] => ({
  name: 'NTC',
  sample_type: 'ntc',
  coordinates,
})
const positive = (...coordinates: string[]): Protocol['layout'][number] => ({
  name: 'Positive control',
  sample_type: 'positive',
  coordinates,
})

const controlTypes: SampleType[] = ['unknown', 'positive', 'ntc']
const oneOfEach: Protocol['minimum_samples'] = [
  { sample_type: 'positive', count: 1 },
  { sample_type: 'ntc', count: 1 },
]

/** Activation and cycles of hydrolysis probes as master mixes with an antibody-bound polymerase need them. */
const probes = (count: number) => [hold(95, 600), ...cycles(1, count, hold(95, 15), read(60, 60))]

const mixes = ['N1', 'N2', 'RP']

/** Cycling of the instructions for the TaqPath mix; a Cq below 40.00 is positive; RP shows that there was a specimen. */
const cdc: AssayTemplate = {
  id: 'cdc-sars-cov-2',
  name: '2019-nCoV N1, N2, RP',
  source: {
    title: 'US CDC Real-Time Reverse Transcription PCR Panel for Detection of SARS-CoV-2',
    by: 'Lu et al., Emerging Infectious Diseases 26 (2020) 1654; CDC-006-00019',
    url: 'https://doi.org/10.3201/eid2608.201246',
  },
  process: {
    lid_temperature,
    channels: channels('FAM'),
    steps: [
      hold(25, 120),
      hold(50, 900),
      hold(95, 120),
      ...cycles(3, 45, hold(95, 3), read(55, 30)),
    ],
  },
  evaluation: {
    passive_reference: null,
    controls: { ...controls, internal_control: true },
    variables: [],
    targets: mixes.map((mix) =>
      target(mix, 'FAM', 40, {
        well_types: [mix],
        ...(mix === 'RP' && { role: 'internal control' }),
      }),
    ),
  },
  sample_types: controlTypes,
  layout: mixes.flatMap((mix, at) => [
    { ...ntc(`A${at + 1}`), well_type: mix },
    { ...positive(`B${at + 1}`), well_type: mix },
  ]),
  minimum_samples: oneOfEach,
  expected_wells: mixes.map((well_type) => ({
    sample_type: 'unknown',
    well_type,
    count: 1,
  })),
}

const charite: AssayTemplate = {
  id: 'charite-e-gene',
  name: 'Sarbecovirus E gene',
  source: {
    title: 'Detection of 2019 novel coronavirus (2019-nCoV) by real-time RT-PCR',
    by: 'Corman et al., Eurosurveillance 25 (2020) 2000045',
    url: 'https://doi.org/10.2807/1560-7917.ES.2020.25.3.2000045',
  },
  process: {
    lid_temperature,
    channels: channels('FAM'),
    steps: [hold(55, 600), hold(95, 180), ...cycles(2, 45, hold(95, 15), read(58, 30))],
  },
  evaluation: {
    passive_reference: null,
    controls,
    variables: [],
    targets: [target('E gene', 'FAM', 45)],
  },
  sample_types: controlTypes,
  layout: [ntc('A1'), positive('A2')],
  minimum_samples: oneOfEach,
  expected_wells: [],
}

const gmo: AssayTemplate = {
  id: 'gmo-screen',
  name: 'GMO screen P-35S, T-nos',
  source: {
    title:
      'Validation and collaborative study of a P35S and T-nos duplex real-time PCR screening method',
    by: 'Waiblinger et al., European Food Research and Technology 226 (2008) 1221',
    url: 'https://doi.org/10.1007/s00217-007-0748-z',
  },
  process: { lid_temperature, channels: channels('FAM', 'VIC'), steps: probes(45) },
  evaluation: {
    passive_reference: null,
    controls,
    variables: [],
    targets: [target('P-35S', 'FAM', 45), target('T-nos', 'VIC', 45)],
  },
  sample_types: [...controlTypes, 'negative'],
  layout: [ntc('A1'), positive('A2')],
  minimum_samples: oneOfEach,
  expected_wells: [{ sample_type: 'unknown', count: 2 }],
}

/** FAM marks the mutation and the second dye the usual allele, as published; TET is read in the VIC channel. */
const factorV: AssayTemplate = {
  id: 'factor-v',
  name: 'Factor V Leiden G1691A',
  source: {
    title: 'Factor V Leiden genotyping using real-time fluorescent polymerase chain reaction',
    by: 'Molecular and Cellular Probes 14 (2000) 249',
    url: 'https://doi.org/10.1006/mcpr.2000.0313',
  },
  process: { lid_temperature, channels: channels('FAM', 'VIC'), steps: probes(40) },
  evaluation: {
    passive_reference: null,
    controls: { ...controls, positive_detected: false },
    variables: [],
    targets: [target('1691A', 'FAM', 40), target('1691G', 'VIC', 40)],
    genotypes: [{ name: 'Factor V', alleles: ['1691G', '1691A'] }],
  },
  sample_types: ['unknown', 'ntc'],
  layout: [ntc('A1')],
  minimum_samples: [{ sample_type: 'ntc', count: 1 }],
  expected_wells: [],
}

const expression: AssayTemplate = {
  id: 'relative-expression',
  name: 'Gene expression, target and reference',
  source: {
    title: 'Analysis of relative gene expression data using real-time quantitative PCR',
    by: 'Livak and Schmittgen, Methods 25 (2001) 402',
    url: 'https://doi.org/10.1006/meth.2001.1262',
  },
  process: {
    lid_temperature,
    channels: channels('FAM', 'VIC'),
    steps: [hold(50, 120), hold(95, 600), ...cycles(2, 40, hold(95, 15), read(60, 60))],
  },
  evaluation: {
    passive_reference: null,
    controls: { ...controls, positive_detected: false },
    variables: [],
    targets: [target('Target', 'FAM', 40), target('Reference', 'VIC', 40)],
    quantification: {
      method: 'relative',
      reference_targets: ['Reference'],
      calibrator: 'Calibrator',
      efficiency: 'assumed',
    },
  },
  sample_types: ['unknown', 'ntc'],
  layout: [
    { name: 'Calibrator', sample_type: 'unknown', coordinates: ['A1', 'A2', 'A3'] },
    ntc('A4'),
  ],
  minimum_samples: [{ sample_type: 'ntc', count: 1 }],
  expected_wells: [{ sample_type: 'unknown', count: 3 }],
}

/** The published melting points are 73.2 and 81.54 °C; a window of 1.5 °C around each tells the products apart. */
const foodborne: AssayTemplate = {
  id: 'listeria-salmonella',
  name: 'Listeria and Salmonella by melting point',
  source: {
    title:
      'Duplex real time PCR for simultaneous detection of Salmonella species and Listeria monocytogenes in frozen meat',
    by: 'Torky, Ahmed and Omran, Alexandria Journal of Veterinary Sciences 46 (2015) 100',
    url: 'https://www.bibliomed.org/?mno=185240',
  },
  process: {
    lid_temperature,
    channels: channels('FAM'),
    steps: [
      ...probes(40),
      hold(95, 15),
      hold(65, 60),
      ...melt(6, { from: 65, to: 95, change: 0.5, duration: 5 }),
    ],
  },
  evaluation: {
    passive_reference: null,
    controls: { ...controls, positive_detected: false },
    variables: [],
    targets: [
      target('Listeria monocytogenes', 'FAM', 40, { tm: { min: 71.7, max: 74.7 } }),
      target('Salmonella', 'FAM', 40, { tm: { min: 80, max: 83 } }),
    ],
  },
  sample_types: controlTypes,
  layout: [ntc('A1'), positive('A2')],
  minimum_samples: oneOfEach,
  expected_wells: [],
}

/** The melting point depends on the product that is amplified: a laboratory enters the window of its own. */
const nosema: AssayTemplate = {
  id: 'nosema',
  name: 'Nosema with SYBR Green',
  source: {
    title: 'Standard methods for Nosema research',
    by: 'Fries et al., Journal of Apicultural Research 52 (2013) 1, COLOSS BEEBOOK',
    url: 'https://doi.org/10.3896/IBRA.1.52.1.14',
  },
  process: {
    lid_temperature,
    channels: channels('FAM'),
    steps: [
      hold(98, 900),
      ...cycles(1, 40, hold(98, 5), read(63, 10)),
      ...melt(4, { from: 65, to: 95, change: 0.5, duration: 10 }),
    ],
  },
  evaluation: {
    passive_reference: null,
    controls,
    variables: [],
    targets: [target('Nosema', 'FAM', 40)],
  },
  sample_types: [...controlTypes, 'standard'],
  layout: [ntc('A1'), positive('A2')],
  minimum_samples: oneOfEach,
  expected_wells: [],
}

/** Templates in the order in which they are offered. */
export const assayTemplates: readonly AssayTemplate[] = [
  cdc,
  charite,
  gmo,
  factorV,
  expression,
  foodborne,
  nosema,
]
