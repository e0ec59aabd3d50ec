import * as v from 'valibot'
import { languageCodes } from '../catalog/languages.ts'
import { entity } from '../entity.ts'
import type { Closing } from './closing.ts'
import { companyDetails } from './company.ts'
import {
  author,
  doer,
  Line,
  Name,
  NewEmail,
  PersonName,
  PlainId,
  stamps,
  Timestamp,
  Username,
  Uuid,
  YesNo,
} from '../fields.ts'

/** Steps of a founding, in the order in which they are offered. */
export const foundingSteps = [
  'company',
  'administrator',
  'swarms',
  'devices',
  'method',
  'test',
] as const
export type FoundingStep = (typeof foundingSteps)[number]

/** Fields that are written before the steps are carried out; each belongs to one step. */
export const foundingFields = {
  name: Name,
  address: Line,
  zip_code: Line,
  city: Line,
  region: Line,
  country: Line,
  phone: Line,
  vat: Line,
  domain: Line,
  support_contact: Line,
  certificates_enabled: YesNo,
  developer: YesNo,
  cfx96_enabled: YesNo,
  administrator: v.nullable(
    v.strictObject({
      username: Username,
      name: PersonName,
      email: NewEmail,
      /** Language of their mails and of the app; without one that of who invites them. */
      default_language: v.optional(v.picklist(languageCodes)),
    }),
  ),
  swarms: v.pipe(v.array(Name), v.maxLength(20)),
  /** Serial numbers or ids, as they were scanned or typed. */
  devices: v.pipe(v.array(PlainId), v.maxLength(50)),
  /** The published assay that the company begins with. */
  method: v.nullable(v.strictObject({ uuid: Uuid, name: Name })),
  /** The device of the test run, or the reason to leave the run out. */
  test: v.nullable(v.strictObject({ device_uuid: v.nullable(Uuid), skipped: Line })),
}

/** Reasons that a device is not with the company yet. */
const waitingReasons = ['not_in_stock', 'busy', 'name_taken', 'not_enabled', 'refused'] as const

/**
 * A company that the provider is founding, kept in the provider's store: what was written for each step, and which steps are done.
 * Another person of the provider goes on where the first one left it (docs/decisions/054-founding-and-ending.md).
 */
export const Founding = v.strictObject({
  ...stamps,
  ...author,
  /** Id that the company gets. Every record that a step makes has an id derived from it. */
  company_uuid: Uuid,
  ...foundingFields,
  status: v.picklist(['open', 'finished', 'dropped']),
  done: v.array(
    v.strictObject({
      step: v.picklist(foundingSteps),
      ...doer,
      at: Timestamp,
    }),
  ),
  /** Devices that the company has by now. */
  claimed: v.array(v.strictObject({ uuid: Uuid, id: PlainId, name: Name })),
  /** Devices that it does not have yet, and why. */
  waiting: v.array(v.strictObject({ id: PlainId, why: v.picklist(waitingReasons) })),
})
export type Founding = v.InferOutput<typeof Founding>

export const founding = entity({
  kind: 'founding',
  path: '/foundings',
  permission: 'companies.create',
  schema: Founding,
  indexes: ['name'],
  filters: ['status'],
  home: 'provider',
  scope: 'company',
  local: null,
  trash: null,
})

/** Fields of each step, which may not change once it is done. */
export const fieldsOfStep: Record<FoundingStep, readonly (keyof typeof foundingFields)[]> = {
  company: ['name', ...companyDetails, 'certificates_enabled', 'developer', 'cfx96_enabled'],
  administrator: ['administrator'],
  swarms: ['swarms'],
  devices: ['devices'],
  method: ['method'],
  test: ['test'],
}

type Progress = Pick<Founding, 'done'>

export function isStepDone({ done }: Progress, step: FoundingStep): boolean {
  return done.some((one) => one.step === step)
}

/** List the steps that are not done yet, in their order. */
export function missingSteps(founding: Progress): FoundingStep[] {
  return foundingSteps.filter((step) => !isStepDone(founding, step))
}

/** Tell if a founding goes on: it was not ended, and its company is not closed. */
export function isGoingOn(
  { status, company_uuid }: Pick<Founding, 'status' | 'company_uuid'>,
  closings: readonly Pick<Closing, 'status' | 'company_uuid'>[],
): boolean {
  const isClosed = closings.some(
    (one) => one.company_uuid === company_uuid && one.status !== 'reopened',
  )
  return status === 'open' && !isClosed
}

/** Steps that must be done before another: a test run needs a method to run, people to see it, and a device. */
const needed: Record<FoundingStep, readonly FoundingStep[]> = {
  company: [],
  administrator: ['company'],
  swarms: ['company'],
  devices: ['company'],
  method: ['company'],
  test: ['company', 'swarms', 'method'],
}

/** Return the first step that must be done before this one; null when it can be done now. */
export function stepBefore(
  founding: Progress & Pick<Founding, 'test'>,
  step: FoundingStep,
): FoundingStep | null {
  const isSkipped = step === 'test' && (founding.test?.skipped ?? '') !== ''
  const before = isSkipped ? needed.administrator : needed[step]
  return before.find((one) => !isStepDone(founding, one)) ?? null
}

/** Tell if nothing was written yet for a step. */
export function isStepEmpty(founding: Founding, step: FoundingStep): boolean {
  switch (step) {
    case 'company':
      return founding.name.trim() === ''
    case 'administrator':
      return founding.administrator === null
    case 'swarms':
      return founding.swarms.length === 0
    case 'devices':
      return founding.devices.length === 0
    case 'method':
      return founding.method === null
    case 'test':
      return !founding.test || (founding.test.device_uuid === null && founding.test.skipped === '')
  }
}
