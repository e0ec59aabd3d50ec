/**
 * Effect of a changed right on a request or credential that is in use. docs/rights.md shows these lines, and each is a
 * test: the change is made inside the operation, between the check of the right and its use.
 */
export interface RightChange {
  credential: string
  change: string
  /** Effect on the request under way, or on the credential. */
  outcome: string
  /** Code of the refusal, of what is under way. */
  code?: 'session_expired' | 'not_signed_in' | 'forbidden' | 'not_found'
}

const refusedSession = { outcome: 'refused: session expired', code: 'session_expired' } as const
const refusedKey = { outcome: 'refused: not signed in', code: 'not_signed_in' } as const
const refusedPermission = { outcome: 'refused: permission missing', code: 'forbidden' } as const
const hidden = { outcome: 'refused: no such record', code: 'not_found' } as const
const outOfReach = { outcome: 'refused: no such company', code: 'not_found' } as const

/** A signature or another change that somebody at a session has sent. */
export const sessionChanges = {
  endOthers: { change: 'the session is ended from another one', ...refusedSession },
  logout: { change: 'the person signs out', ...refusedSession },
  password: { change: 'the password is changed at another session', ...refusedSession },
  ownPassword: { change: 'the password is changed at this session', ...refusedSession },
  reset: { change: 'the password is set by a link', ...refusedSession },
  twoStepOn: { change: 'the second step is switched on at another session', ...refusedSession },
  permission: { change: 'a permission is taken from the profile', ...refusedPermission },
  profile: { change: 'the person gets another profile', ...refusedPermission },
  swarm: { change: 'the person is taken out of the swarm', ...hidden },
  inactive: { change: 'the person is made inactive', ...refusedSession },
  deleted: { change: 'the person is deleted', ...refusedSession },
  moved: { change: 'the person goes to another company', ...refusedSession },
  closed: { change: 'the company is closed', ...refusedSession },
} as const

/** A change that a programme has sent with an API key. */
export const keyChanges = {
  keyDeleted: { change: 'the key is deleted', ...refusedKey },
  keyInactive: { change: 'the key is made inactive', ...refusedKey },
  keyRotated: { change: 'the key gets another secret, without an overlap', ...refusedKey },
  oldEnded: { change: 'the old secret that it was sent with is ended', ...refusedKey },
  reset: { change: 'the password is set by a link', ...refusedKey },
  permission: { change: 'a permission is taken from the profile', ...refusedPermission },
  swarm: { change: 'the person is taken out of the swarm', ...hidden },
  inactive: { change: 'the person is made inactive', ...refusedKey },
} as const

/** A change that a partner's person has sent for an underling. */
export const partnerChanges = {
  declassed: { change: 'the person may no longer act for the partner', ...outOfReach },
  released: { change: 'the company is no longer an underling', ...outOfReach },
  demoted: { change: 'the company is no longer a partner', ...outOfReach },
  ended: { change: 'the session is ended from another one', ...refusedSession },
  profile: { change: 'the person gets another profile', ...outOfReach },
  visit: { change: 'the company ends the visit', outcome: 'refused', code: 'refused' },
} as const

const called = {
  outcome:
    'refused by devices from their next word with the service on, within 5 minutes while they are online',
} as const

/** A pass for devices in the local network, and the live connection of a page (closed at once, but for passwords). */
export const passChanges = {
  profile: { change: 'the person gets another profile', ...called },
  swarm: { change: 'the person is taken out of the swarm', ...called },
  password: { change: 'the password is changed', ...called },
  twoStep: { change: 'the second step is switched on', ...called },
  logout: { change: 'the person signs out', ...called },
  inactive: { change: 'the person is made inactive', ...called },
} as const

const signsNobodyIn = { outcome: 'refused, and leaves no session' } as const

/** A sign-in by name, password and code, held before and after its session is opened. */
export const signInChanges = {
  password: { change: 'the password is changed', ...signsNobodyIn },
  reset: { change: 'the password is set by a link', ...signsNobodyIn },
  twoStepOn: { change: 'the second step is switched on', ...signsNobodyIn },
  inactive: { change: 'the person is made inactive', ...signsNobodyIn },
  deleted: { change: 'the person is deleted', ...signsNobodyIn },
  twoStepOff: {
    change: 'the second step is switched off by an administrator',
    ...signsNobodyIn,
  },
  address: { change: 'the address it was made with is no longer the person’s', ...signsNobodyIn },
} as const

const signsNothing = { outcome: 'signs nothing until it is set again' } as const

/** A signing PIN that a person has set. */
export const pinChanges = {
  changed: { change: 'it is changed', outcome: 'the one before signs nothing' },
  removed: { change: 'the person removes it', ...signsNothing },
  locked: { change: 'a wrong one is entered five times', ...signsNothing },
  forbidden: { change: 'the company forbids PINs, and allows them again', ...signsNothing },
  address: { change: 'an administrator gives the person another e-mail address', ...signsNothing },
  settings: { change: 'the settings of the provider are saved again', ...signsNothing },
} as const

/** As docs/rights.md shows it. */
export const sections = {
  'A signature or another change at a session': sessionChanges,
  'A change by an API key': keyChanges,
  'A change by a partner for an underling': partnerChanges,
  'A sign-in under way': signInChanges,
  'A pass for devices': passChanges,
  'A signing PIN': pinChanges,
} as const
