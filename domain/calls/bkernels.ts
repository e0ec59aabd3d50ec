import * as v from 'valibot'
import { get, post, search } from '../call.ts'
import {
  Bkernel,
  bkernel,
  GateReading,
  RehearsedRun,
  RolloutPlan,
  SignalProcessing,
} from '../entities/bkernel.ts'
import { Device } from '../entities/device.ts'
import { exclusions, rolloutSteps } from '../rules/rollout.ts'
import { updateStates } from '../rules/update-state.ts'
import { Day, Name, Text, Timestamp, Uuid, Version } from '../fields.ts'
import { createFormRow, createRow, deleteRow, editRow, formRow, SearchBody } from './record-rows.ts'
import { byId, Page, PageQuery, Reason, SilentCompanies } from './shapes.ts'

const timeout = 60_000

const audienceFields = [
  'models',
  'versions',
  'company_uuids',
  'swarm_uuids',
  'except_company_uuids',
  'except_device_uuids',
] as const

const fields = {
  name: Name,
  version: Version,
  models: Bkernel.entries.models,
  notes: Text,
  released_at: Day,
  unsupported_from: v.nullable(Day),
  processing: v.optional(SignalProcessing),
}

/** Days of a version that a device installs by itself (decision 87). */
const InstallDays = v.strictObject({
  offered: Day,
  due: Day,
  latest: Day,
  security: v.boolean(),
})

/**
 * A version as it is offered: with the days that are left of its support, from the server's clock (decisions D13), and for a device that
 * installs it by itself when it does.
 */
export const OfferedBkernel = v.strictObject({
  ...Bkernel.entries,
  days_left: v.nullable(v.number()),
  install: v.optional(InstallDays),
})
export type OfferedBkernel = v.InferOutput<typeof OfferedBkernel>

/** A company of a list that the index of the fleet answers (decision 100). */
const HeardCompany = {
  uuid: Uuid,
  name: Name,
  /** Moment at which its store was last heard; null for one of which nothing is known yet. */
  heard_at: v.nullable(Timestamp),
  /** Nothing is known yet and nothing is wrong: it is new, or the first round over all stores is under way. */
  awaited: v.optional(v.literal(true)),
}

/** A company with the number of its devices that run each version, by model. */
export const CompanyUse = v.strictObject({
  ...HeardCompany,
  devices: v.array(v.strictObject({ model: Name, version: Version, count: v.number() })),
})
export type CompanyUse = v.InferOutput<typeof CompanyUse>

/** A device as far as one needs to choose it for a version. */
export const VersionDevice = v.pick(Device, [
  'uuid',
  'name',
  'serial_no',
  'model',
  'bkernel_version',
])
export type VersionDevice = v.InferOutput<typeof VersionDevice>

/** State of the gates of a rollout now, with the differences of the pairs by which they judge. */
export const RolloutGates = v.strictObject({
  /** Pairs that each gate needs in this phase, and those that were drawn when the rollout began. */
  least: v.number(),
  drawn: v.number(),
  /** `held` by the rehearsal that is kept with the plan; `due` before the plan is approved. */
  rehearsal: v.picklist(['not_needed', 'due', 'held']),
  installed: v.number(),
  rolled_back: v.number(),
  gates: v.array(
    v.strictObject({
      ...GateReading.entries,
      /** Differences of some hundred pairs at most, in the unit of the figure; empty for `boot`. */
      differences: v.array(v.number()),
    }),
  ),
})
export type RolloutGates = v.InferOutput<typeof RolloutGates>

/** Devices of a company in the rollout of a version; of more than some hundred the rest are counted only. */
export const CompanyUpdates = v.strictObject({
  ...HeardCompany,
  devices: v.array(
    v.strictObject({
      ...VersionDevice.entries,
      state: v.picklist(updateStates),
      since: v.nullable(v.string()),
      why: v.string(),
      share: v.nullable(v.number()),
      /** Absent where it does not install the version by itself. */
      install: v.optional(InstallDays),
      /** The laboratory has postponed this version; role and reason are absent while its store does not answer. */
      postponed: v.optional(
        v.strictObject({
          until: Day,
          /** Profile of the person who did, empty where it is not known any more; the person is not said (decision 101). */
          by_profile: v.optional(v.string()),
          reason: v.optional(v.string()),
        }),
      ),
    }),
  ),
  /** Devices of each state, those that are not listed too. */
  counts: v.record(v.string(), v.number()),
})
export type CompanyUpdates = v.InferOutput<typeof CompanyUpdates>

const Count = v.pipe(v.number(), v.integer(), v.minValue(0))

/** State of a rehearsal after a step of it; `version` once it is complete. */
export const RehearsalStep = v.strictObject({
  companies: Count,
  /** Companies whose runs are all calculated. */
  done: Count,
  runs: Count,
  version: v.nullable(Bkernel),
  /** Companies whose stores did not answer: they are asked again by the next step, and it is not complete without them. */
  silent: SilentCompanies,
})
export type RehearsalStep = v.InferOutput<typeof RehearsalStep>

/** Devices of a company that a plan chooses, and those that a rule of it leaves out; of many the rest are counted only. */
export const CompanyAudience = v.strictObject({
  ...HeardCompany,
  devices: v.array(
    v.strictObject({ ...VersionDevice.entries, why: v.nullable(v.picklist(exclusions)) }),
  ),
  chosen: Count,
  /** Devices that are left out, by the rule that does it. */
  excluded: v.record(v.string(), Count),
  /** Swarms that these devices are in. */
  swarms: v.array(v.strictObject({ uuid: Uuid, name: Name })),
})
export type CompanyAudience = v.InferOutput<typeof CompanyAudience>

const links = { company_uuids: v.optional(v.array(Uuid)), device_uuids: v.optional(v.array(Uuid)) }

function linkRow<const Path extends string>(path: Path) {
  return post(path, {
    needs: 'bkernels.linkVersions',
    params: byId,
    body: v.strictObject({ ...links, reason: v.optional(Reason) }),
    data: Bkernel,
    timeout,
  })
}

export const bkernelCalls = {
  /**
   * Versions that the company may use. With `device_uuid` those that this device may be updated to: newer than what
   * it runs, for its model, released and still supported (decisions D30).
   */
  search: search('/bkernel/search', {
    needs: 'bkernels.search',
    query: PageQuery,
    body: v.optional(
      v.strictObject({
        ...SearchBody(bkernel).wrapped.entries,
        device_uuid: v.optional(Uuid),
      }),
    ),
    data: Page(OfferedBkernel),
    // Keep the answer: a device is updated in the local network to a version that was offered before.
    offline: 'cached',
  }),
  createForm: createFormRow(bkernel, 'bkernels.create'),
  create: createRow(
    bkernel,
    'bkernels.create',
    {
      ...fields,
      unsupported_from: v.optional(fields.unsupported_from),
    },
    { timeout },
  ),
  editForm: formRow(bkernel, 'edit', 'bkernels.edit'),
  edit: editRow(bkernel, 'bkernels.edit', fields, { timeout }),
  linkForm: formRow(bkernel, 'link', 'bkernels.linkVersions'),
  link: linkRow('/bkernel/link/:id'),
  unlinkForm: formRow(bkernel, 'unlink', 'bkernels.linkVersions'),
  unlink: linkRow('/bkernel/unlink/:id'),
  delete: deleteRow(bkernel, 'bkernels.delete', { timeout }),
  /**
   * Keeps the image of a version with the provider, by the hash that the service computes. An image is never replaced: other
   * software is another version (decision 64).
   */
  image: post('/bkernel/image/:id', {
    needs: 'bkernels.edit',
    params: byId,
    send: 'multipart',
    body: v.strictObject({
      file: v.file(),
      /** Targets that list it, signed by release signers, and the next root after a rotation (decision 68). */
      targets: v.optional(v.file()),
      root: v.optional(v.file()),
    }),
    data: Bkernel,
    timeout: 120_000,
  }),
  /**
   * Gives the content of a stick with a version, as an archive: its image and the signed lists by which devices know it to be
   * genuine (decision 68). Not where no release signers sign: such devices take nothing from a stick.
   */
  stick: get('/bkernel/stick/:id', {
    needs: 'bkernels.linkVersions',
    params: byId,
    reply: 'blob',
    timeout: 120_000,
  }),
  /** Plans the rollout of a version, until it is started: from then on no device is offered the version (decision 72). */
  plan: post('/bkernel/plan/:id', {
    needs: 'bkernels.linkVersions',
    params: byId,
    body: v.strictObject({ ...RolloutPlan.entries, reason: Reason }),
    data: Bkernel,
    timeout,
  }),
  /** Previews whom a plan would choose before it is saved, by the index of the fleet (decision 100): at most 100 companies a page. */
  audience: search('/bkernel/audience/:id', {
    needs: 'bkernels.linkVersions',
    params: byId,
    query: PageQuery,
    body: v.pick(RolloutPlan, audienceFields),
    data: Page(CompanyAudience),
  }),
  /**
   * Takes the rollout of a version a step further: to its approval by a second person, its first or next phase, to a pause and back,
   * or to its end. A device that it has not come to is not offered the version (decision 67).
   */
  rollout: post('/bkernel/rollout/:id', {
    needs: 'bkernels.linkVersions',
    params: byId,
    body: v.strictObject({ step: v.picklist(rolloutSteps), reason: Reason }),
    data: Bkernel,
    timeout,
  }),
  /**
   * Calculates the next kept runs of the audience of a plan as the version would have measured them, as its maker declares (decision 81).
   * Asked again until it is complete; its outcome is then kept with the plan.
   */
  rehearse: post('/bkernel/rehearse/:id', {
    needs: 'bkernels.linkVersions',
    params: byId,
    data: RehearsalStep,
    timeout,
  }),
  /** Reads the runs of the rehearsal that is kept with the plan, those that change most first. */
  rehearsed: search('/bkernel/rehearsed/:id', {
    needs: 'bkernels.linkVersions',
    params: byId,
    query: PageQuery,
    data: Page(RehearsedRun),
  }),
  /** Reads what the gates of a rollout say now. */
  gates: get('/bkernel/rollout/:id', {
    needs: 'bkernels.linkVersions',
    params: byId,
    data: RolloutGates,
  }),
  /**
   * Says of each device how far the rollout of a version is with it, by the index of the fleet (decision 100): at most 48 companies a page,
   * whose stores say in which role it was postponed, and why.
   */
  updates: search('/bkernel/updates/:id', {
    needs: 'bkernels.linkVersions',
    params: byId,
    query: PageQuery,
    data: Page(CompanyUpdates),
  }),
  /** Counts the devices of each company of the region by model and version, by the index of the fleet (decision 100). */
  usage: search('/bkernel/usage', {
    needs: 'bkernels.linkVersions',
    query: PageQuery,
    data: Page(CompanyUse),
  }),
  /** Devices of one company, for links. */
  devices: search('/bkernel/devices', {
    needs: 'bkernels.linkVersions',
    query: PageQuery,
    body: v.strictObject({ company_uuid: Uuid }),
    data: Page(VersionDevice),
  }),
}
