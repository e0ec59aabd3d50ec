import type { Reason } from '../../domain/reasons/reason.ts'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { contract } from '../../domain/contract.ts'
import { Fault, faultStatus } from '../../domain/fault.ts'
import { permissions } from '../../domain/permissions.ts'
import { damageReasons } from '../../domain/trail/damage.ts'
import { fileReasons } from '../../workers/files/refuse-file.ts'
import { errorTexts, faultText } from '../../web/i18n/faults.ts'
import { hasText } from '../../web/i18n/intl.ts'
import { makeTree, readSourceTree } from '../architecture/source-tree.ts'
import { listComputed, listReasons } from '../support/fault-reasons.ts'
import { listSchemaReasons } from '../support/schema-reasons.ts'
import { textPart } from '../support/text-folders.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
/** Words of printed pages name what is printed, not failures. */
const sources = readSourceTree(root, ['domain', 'edge', 'workers']).filter(
  ({ path }) => !path.startsWith('edge/reports/pdf/words/'),
)
const sourceReasons = listReasons(sources)

/** A property or a parameter `reason` that is not of a fault: why a person or a record changes, or an answer's own field. */
const noFaults: Readonly<Record<string, string>> = {
  'domain/permissions.ts api_key': 'explanation of access; told by the page itself',
  'domain/permissions.ts switched_off': 'explanation of access; told by the page itself',
  'domain/permissions.ts capability': 'explanation of access; told by the page itself',
  'domain/permissions.ts profile': 'explanation of access; told by the page itself',
  'domain/rules/access.ts not_for_accounts': 'explanation of access; told by the page itself',
  'domain/rules/access.ts permission': 'explanation of access; told by the page itself',
  'edge/organisation/claim-devices.ts founding': 'reason of an audit entry',
  'edge/store/calibration-changes.ts No drift': 'reason of an audit entry',
  'edge/handlers/why.ts api_key': 'field of the answer; told by the page itself',
  'edge/handlers/identity-provider.ts * *': 'reason of an audit entry',
  'edge/handlers/webhooks.ts * *': 'reason of an audit entry',
  'workers/files/match-plan.ts several_runs': 'question about a file; asked by the page itself',
  'workers/files/match-plan.ts orders': 'question about a file; asked by the page itself',
  'workers/files/match-plan.ts no_plan': 'question about a file; asked by the page itself',
  'workers/files/match-plan.ts several_plans': 'question about a file; asked by the page itself',
  'edge/live/server-link.ts no_responders': 'answer of the bus, turned into a fault with a code',
  'edge/live/LiveHub.ts no_responders': 'answer of the bus, turned into a fault with a code',
  'edge/store/calibration-changes.ts Calibration *': 'reason of an audit entry',
  'edge/store/dye-calibration-changes.ts Colour calibration *': 'reason of an audit entry',
  'edge/store/material-changes.ts Calibrator *': 'reason of an audit entry',
  'edge/store/recalls/prove.ts not_in_records':
    'difference of records and trail; told by the page itself',
  'edge/store/recalls/prove.ts not_in_trail':
    'difference of records and trail; told by the page itself',
  'edge/store/recalls/prove.ts state_differs':
    'difference of records and trail; told by the page itself',
  'edge/store/recalls/touched-studies.ts not_in_records':
    'difference of records and trail; told by the page itself',
  'edge/store/recalls/touched-studies.ts not_in_trail':
    'difference of records and trail; told by the page itself',
  'edge/store/recalls/touched-studies.ts state_differs':
    'difference of records and trail; told by the page itself',
  'workers/files/plan-layout.ts file: *': 'source of a layout, not a failure',
}

/** Differences between a store and its trail: for the operator's log and state, all shown to people by one text. */
const findings: readonly string[] = damageReasons

/** Reasons put together at run time, and all that they can become. */
const madeReasons: Readonly<Record<string, readonly string[]>> = {
  '*_taken': ['username_taken', 'email_taken'],
  '*_unknown': ['user_unknown', 'device_unknown'],
  'samba_*': ['address', 'source', 'target_folder', 'domain', 'username', 'max_protocol'].map(
    (field) => `samba_${field}`,
  ),
  'probit_*': [
    'too_few_levels',
    'all_detected',
    'none_detected',
    'no_partial_level',
    'not_rising',
  ].map((problem) => `probit_${problem}`),
  'password_*': ['too_short', 'capital', 'lowercase', 'number', 'symbol', 'common', 'personal'].map(
    (gap) => `password_${gap}`,
  ),
}

/** Places whose reason is a value from elsewhere, and all the names it can hold there. */
const computedReasons: Readonly<Record<string, readonly string[]>> = {
  'domain/rules/device-config.ts': [
    'no_samba',
    'bkernel_too_old',
    ...['address', 'source', 'target_folder', 'domain', 'username', 'max_protocol'].map(
      (field) => `samba_${field}`,
    ),
  ],
  'domain/rules/kit.ts': [
    'qrcode_invalid',
    'code_check',
    'code_field',
    'code_identifier',
    'code_needed',
    'code_twice',
    'code_wrong',
  ],
  'domain/rules/lot-stops.ts': ['lot_quarantine', 'lot_held', 'lot_withdrawn', 'lot_held_here'],
  'edge/handlers/analysis-recalculation.ts': [
    'archived',
    'cartridge_not_for_recipe',
    'channel_missing',
    'thresholds_from_instrument',
  ],
  'edge/methods/measure-figure.ts': [
    'archived',
    'cartridge_not_for_recipe',
    'channel_missing',
    'thresholds_from_instrument',
  ],
  'edge/store/device-commands.ts': ['run_going_on', 'no_samba', 'bkernel_too_old', 'not_supported'],
  'edge/store/give-up.ts': ['device_there', 'device_heard'],
  'edge/store/rules/api-key.ts': ['key_active', 'key_inactive', 'key_expired'],
  'edge/webhooks/check-address.ts': ['webhook_address', 'webhook_host'],
  // Expect none in the form of a failure, which is not one.
  'domain/desktop-bridge.ts': [],
  'domain/calls/profiles.ts': [],
  'domain/calls/protocols.ts': [],
  'domain/reply.ts': [],
  'domain/sync/pending.ts': [],
  'edge/openapi/document.ts': [],
}

const without = (reasons: readonly string[]) => reasons.filter((one) => !hasText(`fault.${one}`))

describe('every failure has a text', () => {
  test('of each code', () => {
    expect(without(Object.keys(faultStatus))).toEqual([])
  })

  test('of each reason in the sources of the domain, the edge and the workers', () => {
    const found = sourceReasons
    expect(found.length).toBeGreaterThan(200)
    const named = found.filter(
      ({ path, name }) => !(`${path} ${name}` in noFaults) && !findings.includes(name),
    )
    const missing = named.filter(({ name }) => !(name in madeReasons) && !hasText(`fault.${name}`))
    expect(missing).toEqual([])
    expect(without(Object.values(madeReasons).flat())).toEqual([])
  })

  test('of each reason that is a value from elsewhere', () => {
    const places = [...new Set(listComputed(sources))].sort()
    expect(places).toEqual(Object.keys(computedReasons).sort())
    expect(without(Object.values(computedReasons).flat())).toEqual([])
    expect(without(Object.keys(fileReasons))).toEqual([])
  })

  test('of whatever a schema of the contract can find wrong', () => {
    const reasons = listSchemaReasons(contract)
    expect(reasons.length).toBeGreaterThan(40)
    expect(without(reasons)).toEqual([])
  })

  test('and the exceptions are still there', () => {
    const found = new Set(sourceReasons.map(({ path, name }) => `${path} ${name}`))
    expect(Object.keys(noFaults).filter((one) => !found.has(one))).toEqual([])
    const names = new Set(sourceReasons.map(({ name }) => name))
    expect(Object.keys(madeReasons).filter((one) => !names.has(one))).toEqual([])
  })

  test('a reason is found wherever it is written', () => {
    const made = makeTree([
      ['edge/a.ts', `throw new Fault('refused', '', { reason: x ? 'one' : 'two' })`],
      ['edge/b.ts', `export function refuse(field: string, reason: string) {}`],
      ['edge/c.ts', `import { refuse } from './b.ts'\nrefuse('name', 'three')`],
      ['edge/d.ts', 'const fault = { code, reason: `${kind}_four` }'],
      ['domain/e.ts', `const A = v.pipe(v.string(), v.regex(/a/, 'five'))`],
      ['domain/f.ts', `throw new Fault('refused', '', { reason: elsewhere() })`],
    ])
    expect(listReasons(made).map(({ name }) => name)).toEqual([
      'one',
      'two',
      'three',
      '*_four',
      'five',
    ])
    expect(listComputed(made)).toEqual(['domain/f.ts'])
  })
})

describe('the text of a fault', () => {
  test('[PERM-073] a refusal names the permission in words', () => {
    const reason = 'permission_missing'
    expect(faultText({ code: 'forbidden', reason, params: { permission: 'users.create' } })).toBe(
      "You're not authorized to access this resource. Your profile does not let you add users.",
    )
    expect(faultText({ code: 'forbidden', reason })).toBe('Your profile does not allow this.')
    expect(permissions.filter((name) => !hasText(`permission.${name}`))).toEqual([])
  })

  test('[ERR-047] [ERR-053] [ERR-056] [ERR-058] [ERR-070] [ERR-071] texts of the specification are used word for word', () => {
    const refused = (reason: Reason, params = {}) => ({
      code: 'refused' as const,
      message: '',
      reason,
      params,
    })
    const texts = errorTexts(
      new Fault([
        refused('bkit_unknown'),
        refused('device_outdated', { device: 'bCUBE 7', required: '2.8.0' }),
        refused('thresholds_from_instrument'),
        refused('validated'),
        refused('cartridge_not_for_recipe'),
        refused('application_repeated'),
      ]),
    )
    expect(texts).toEqual([
      'Invalid bKit',
      'Device bCUBE 7 needs to be updated to 2.8.0 before launching this analysis on it',
      'Analysis already imported. You cannot use a recipe that requires importing thresholds from instruments',
      'Validated analyses cannot be modified! Correct it: that makes a new version.',
      'Cartridge not available for this recipe',
      'Application already added',
    ])
  })

  test('a state, a count and a kind are said in words', () => {
    const refused = (reason: string, params: Record<string, string | number>) =>
      faultText({ code: 'refused', reason, params })
    expect(refused('wrong_state', { state: 'Sent', action: 'edit' })).toBe(
      'Not possible while this is sent. Look at its present state.',
    )
    expect(refused('in_use', { count: 1, by: 'PROTOCOL' })).toBe(
      'Still used by 1 protocol. Change those first, or archive this.',
    )
    expect(refused('in_use', { count: 3, by: 'ANALYSIS' })).toContain(
      '3 analyses that have not ended',
    )
    expect(refused('swarm_in_use', { people: 1, devices: 0, records: 2 })).toContain(
      '1 user, 0 devices, 2 records',
    )
  })

  test('a channel has the name that pages show', () => {
    const refused = (reason: string, params: Record<string, string>) =>
      faultText({ code: 'refused', reason, params })
    expect(refused('channel_not_measured', { channel: 'VIC' })).toContain('does not measure HEX.')
    expect(refused('plan_channels', { channels: 'FAM, VIC' })).toContain('channels: FAM, HEX.')
    expect(refused('dye_elsewhere', { dye: 'VICTORIA', channel: 'VIC' })).toBe(
      'The wells of VICTORIA are brightest in HEX. Check which dye is in which well.',
    )
  })

  test('a text that needs a value which is not there gives way to the text of the code', () => {
    expect(faultText({ code: 'refused', reason: 'wrong_status' })).toBe('This is not possible now.')
    expect(faultText({ code: 'invalid', reason: 'never heard of' })).toBe(
      'This value is not valid.',
    )
  })
})

test('texts of what only the service finds out wait outside the first pages', () => {
  for (const reason of ['wrong_state', 'permission_named', 'lot_taken', 'strict_object']) {
    expect(textPart(`fault.${reason}`), reason).toBe('faults')
  }
  // Check that findings of the page itself need no download: those before a launch and those of forms.
  const near = ['domain/rules/preflight.ts', 'domain/rules/cartridge.ts']
  // Read the function by which they describe a problem as well.
  const rules = sources.filter(({ path }) => near.includes(path) || path === 'domain/fault.ts')
  expect(rules.length).toBe(3)
  const reasons = listReasons(rules).flatMap(({ name, path }) => (near.includes(path) ? name : []))
  expect(reasons.length).toBeGreaterThan(8)
  const parts = reasons.map((one) => textPart(`fault.${one}`))
  expect(parts.filter((part) => part !== 'frame' && part !== 'plan')).toEqual([])
  const call = readFileSync(new URL('../../web/client/call.ts', import.meta.url), 'utf8')
  expect(call).toContain('await fetchFaultTexts(error)')
})
