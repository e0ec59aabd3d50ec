import type { WavelengthName } from '../../domain/catalog/wavelengths.ts'
import type { Application } from '../../domain/entities/application.ts'
import type {
  ControlRules,
  Evaluation,
  TargetRule,
} from '../../domain/entities/evaluation-recipe.ts'
import type { Process, ProcessStep } from '../../domain/entities/process-recipe.ts'
import type { Protocol } from '../../domain/entities/protocol.ts'
import type { Recipe } from '../../domain/entities/recipe.ts'
import { writeCqMethods } from '../../domain/rules/cq-default.ts'
import { channels } from '../../domain/templates/programme.ts'
import { expressionLayout, meltLayout, screeningLayout, sixteenLayout } from './layouts.ts'

type Unstamped<Record> = Omit<Record, 'uuid' | 'created_at' | 'updated_at'>

export interface DemoMethod {
  recipe: Unstamped<Recipe>
  application: Unstamped<Application>
  protocol: Omit<Unstamped<Protocol>, 'recipe_uuid' | 'application_uuids'>
}

/** Return activation, then `cycles` of denaturation and measured annealing. */
function cycling(
  activation: number,
  cycles: number,
  anneal: { temperature: number; duration: number },
): ProcessStep[] {
  return [
    { type: 'temperature', temperature: 95, duration: activation },
    { type: 'temperature', temperature: 95, duration: 15 },
    { type: 'temperature', ...anneal, measure: 'real time' },
    { type: 'loop', goto: 1, repeat: cycles },
  ]
}

/** Return measured steps from a temperature on, each `change` higher than the one before. */
function melting(first: number, from: number, change: number, points: number): ProcessStep[] {
  return [
    { type: 'temperature', temperature: 95, duration: 10 },
    {
      type: 'temperature',
      temperature: from,
      duration: 5,
      temperature_change: change,
      measure: 'meltcurve',
    },
    { type: 'loop', goto: first + 1, repeat: points },
  ]
}

const controls: ControlRules = {
  ntc_clean: true,
  positive_detected: true,
  internal_control: false,
  replicate_sd: 0.5,
}

function target(name: string, channel: WavelengthName, rest: Partial<TargetRule> = {}): TargetRule {
  return {
    name,
    channel,
    role: 'target',
    threshold: { method: 'automatic', factor: 10 },
    baseline: { method: 'automatic' },
    cq_max: 38,
    cq_review: 35,
    ...rest,
  }
}

function method(
  name: string,
  alias: string,
  cartridge: Protocol['cartridge_types'][number],
  process: Process,
  evaluation: Evaluation,
  layout: Protocol['layout'],
): DemoMethod {
  const common = { swarm_uuid: null, archived: 0 } as const
  const cartridge_types = [cartridge]
  return {
    recipe: {
      ...common,
      name,
      version: 1,
      process,
      evaluation: writeCqMethods(evaluation),
      cartridge_types,
      minimum_bkernel: '2.8.0',
    },
    application: {
      ...common,
      version: 1,
      name,
      sample_types: ['unknown', 'positive', 'ntc'],
      variables: [],
    },
    protocol: {
      ...common,
      version: 1,
      name: alias,
      cartridge_types,
      minimum_bkernel: '2.8.0',
      aliases: [],
      layout,
      minimum_samples: [],
    },
  }
}

const lid_temperature = 105

/** Thresholds are those the vendor's software chose for the recorded plate, so that its Cq can be compared. */
const expression = method(
  'Expression 4-plex',
  'Gene expression, 4-plex with passive reference',
  'Wells96',
  {
    lid_temperature,
    channels: channels('FAM', 'VIC', 'ROX', 'CY5', 'QUASAR705'),
    steps: cycling(20, 40, { temperature: 60, duration: 30 }),
  },
  {
    passive_reference: 'QUASAR705',
    controls: { ...controls, positive_detected: false },
    variables: [],
    targets: [
      target('FZD1', 'FAM', { threshold: { method: 'fixed', value: 0.902184438 } }),
      target('APOE', 'VIC', { threshold: { method: 'fixed', value: 0.244309516 } }),
      target('CD44', 'ROX', { threshold: { method: 'fixed', value: 0.240273372 } }),
      target('GAPDH', 'CY5', { threshold: { method: 'fixed', value: 0.134455296 } }),
    ],
  },
  expressionLayout,
)

/** The recording comes with its baseline subtracted already; 27.3 is the threshold at which its instrument read the Cq. */
const melt = method(
  'katG amplification and melt',
  'Resistance marker katG 315 with melt',
  'Wells96',
  {
    lid_temperature,
    channels: channels('FAM'),
    steps: [...cycling(180, 41, { temperature: 65, duration: 40 }), ...melting(4, 35, 1, 61)],
  },
  {
    passive_reference: null,
    controls,
    variables: [],
    targets: [
      target('katG 315', 'FAM', {
        threshold: { method: 'fixed', value: 27.3 },
        baseline: { method: 'none' },
        cq_max: 40,
        cq_review: 36,
      }),
    ],
  },
  meltLayout,
)

const amplicon = method(
  'Amplification and melt, 16 wells',
  'Amplicon check with melt',
  'Wells16',
  {
    lid_temperature,
    channels: channels('FAM'),
    steps: [...cycling(120, 40, { temperature: 60, duration: 30 }), ...melting(4, 60, 0.175, 200)],
  },
  {
    passive_reference: null,
    controls: { ...controls, positive_detected: false },
    variables: [],
    targets: [target('Amplicon', 'FAM')],
  },
  sixteenLayout,
)

const duplex = method(
  'Duplex, 16 wells',
  'Duplex with internal control',
  'Wells16',
  {
    lid_temperature,
    channels: channels('FAM', 'VIC'),
    steps: cycling(120, 40, { temperature: 60, duration: 30 }),
  },
  {
    passive_reference: null,
    controls: { ...controls, positive_detected: false, internal_control: true },
    variables: [],
    targets: [
      target('Target', 'FAM'),
      target('Internal control', 'VIC', { role: 'internal control' }),
    ],
  },
  sixteenLayout,
)

const screening = method(
  'Listeria screening, 36 wells',
  'Listeria monocytogenes screening',
  'Wells36',
  {
    lid_temperature,
    channels: channels('FAM', 'VIC'),
    steps: cycling(120, 40, { temperature: 60, duration: 30 }),
  },
  {
    passive_reference: null,
    controls: { ...controls, internal_control: true, positive_cq: { min: 18, max: 34 } },
    variables: [],
    targets: [
      target('hlyA', 'FAM'),
      target('Internal control', 'VIC', { role: 'internal control' }),
    ],
  },
  screeningLayout,
)

export const methods: readonly DemoMethod[] = [expression, melt, screening, amplicon, duplex]
