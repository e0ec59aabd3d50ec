import * as v from 'valibot'
import { personActions, reviewerActions } from '../actions/person.ts'
import { action, get, post, search } from '../call.ts'
import { permissions } from '../permissions.ts'
import { SettingValue, SettingWord, ShownSetting } from '../entities/user-settings.ts'
import { languageCodes } from '../catalog/languages.ts'
import { mostOwners, User, user } from '../entities/user.ts'
import { NewEmail, PersonName, Timestamp, Username, Uuid, YesNo } from '../fields.ts'
import { CodeText, PasswordText, SessionEntry } from './session.ts'
import { createFormRow, deleteRow, editRow, Form, formRow, sortedSearchRow } from './record-rows.ts'
import { byId, MaybeReason, Reason } from './shapes.ts'

/** Delivery of mails: queued for a mail service, or kept in the deployment's outbox. */
const mailStates = ['queued', 'kept'] as const

const Phone = User.entries.phone
const Swarms = v.pipe(v.array(Uuid), v.maxLength(500))

/** With `base` only of the version that was seen, as an undo is sent. */
const FlagOrder = v.optional(
  v.strictObject({ reason: v.optional(Reason), base: v.optional(Timestamp) }),
)

/** Preferences that people choose for themselves, such as their language. */
const ownDetails = {
  phone: Phone,
  default_language: v.picklist(languageCodes),
  timezone: User.entries.timezone,
  date_format: User.entries.date_format,
}

/** With what a person is called: printed on their signatures, so never changed by themselves (21 CFR 11.50). */
const details = { name: PersonName, ...ownDetails }

/** Reason that something is refused, with what it names: a permission, a state, a capability. */
const RefusalShown = v.nullable(
  v.strictObject({
    reason: v.string(),
    capability: v.optional(v.string()),
    permission: v.optional(v.string()),
    status: v.optional(v.string()),
    count: v.optional(v.number()),
    recall: v.optional(v.number()),
    name: v.optional(v.string()),
  }),
)

/** Effective access of one person, as the service decides it. */
export const PersonAccess = v.strictObject({
  uuid: Uuid,
  /** The moment that it is about; null for now. */
  at: v.nullable(Timestamp),
  name: v.string(),
  /** N: every call is refused, whatever the profile grants. */
  active: YesNo,
  profile: v.string(),
  swarms: v.array(v.strictObject({ uuid: Uuid, name: v.string() })),
  /** Owners of a service account; null for a person. Without one who has access, every call of it is refused. */
  owners: v.nullable(v.array(v.strictObject({ uuid: Uuid, name: v.string(), active: YesNo }))),
  /** Other companies that they may act in: all, as the provider, or the underlings of their partner company. */
  reach: v.nullable(v.picklist(['provider', 'partner'])),
  permissions: v.array(
    v.strictObject({ permission: v.picklist(permissions), refusal: RefusalShown }),
  ),
  /**
   * The analysis that was asked about: the reason that they do not see it, `later` where it was made after the moment, and for each
   * action why not; of a past moment no actions.
   */
  analysis: v.nullable(
    v.strictObject({
      uuid: Uuid,
      name: v.string(),
      hidden: v.nullable(v.picklist(['permission', 'swarm', 'device_type', 'later'])),
      actions: v.array(
        v.strictObject({
          action: v.string(),
          permission: v.picklist(permissions),
          refusal: RefusalShown,
        }),
      ),
    }),
  ),
})
export type PersonAccess = v.InferOutput<typeof PersonAccess>

/** Most people that are invited by one list. */
export const mostInvited = 100

const newPerson = {
  username: Username,
  name: PersonName,
  email: NewEmail,
  phone: v.optional(Phone),
  profile_uuid: Uuid,
  swarms: Swarms,
  /** Language of their invitation and of the app until they choose for themselves; that of who invites them without one. */
  default_language: v.optional(v.picklist(languageCodes)),
}

const NewPeople = v.strictObject({
  people: v.pipe(v.array(v.strictObject(newPerson)), v.minLength(1), v.maxLength(mostInvited)),
})

/** Sign-ins of a person, for people who may end them: no secrets, and networks as coarse as the person sees them. */
export const PersonSignIns = v.strictObject({
  /** Newest call of an open session or newest sign-in; null for somebody who has never signed in. */
  seen_at: v.nullable(Timestamp),
  /** Failed tries since the newest sign-in. */
  failed: v.number(),
  two_step: v.boolean(),
  /** No password has been chosen yet. */
  invited: v.boolean(),
  sessions: v.array(v.omit(SessionEntry, ['current'])),
})
export type PersonSignIns = v.InferOutput<typeof PersonSignIns>

export const userCalls = {
  search: sortedSearchRow(user),
  createForm: createFormRow(user, 'users.create'),
  create: post('/users/create', {
    needs: 'users.create',
    body: v.strictObject({
      ...newPerson,
      /** Without one the person is sent a link to set it: nobody then knows another's password. */
      password: v.optional(v.pipe(v.string(), v.maxLength(256))),
    }),
    data: User,
  }),
  /** Judges people as `inviteMany` does and makes none: every line that is refused is named, not the first alone. */
  checkMany: search('/users/invite/check', {
    needs: 'users.create',
    body: NewPeople,
    data: v.strictObject({ people: v.number() }),
  }),
  /** All of the people or none; each is sent a link to choose a password. `unsent`: names of those whose link was not sent. */
  inviteMany: post('/users/invite/many', {
    needs: 'users.create',
    body: NewPeople,
    data: v.strictObject({ created: v.number(), unsent: v.array(v.string()) }),
    timeout: 60_000,
  }),
  /** Make a service account: a program with API keys of its own, which one or several people answer for (decision 56). */
  createService: post('/users/create_service', {
    person: true,
    needs: 'users.create',
    body: v.strictObject({
      username: Username,
      name: PersonName,
      profile_uuid: Uuid,
      swarms: Swarms,
      owners: v.pipe(v.array(Uuid), v.minLength(1), v.maxLength(mostOwners)),
    }),
    data: User,
  }),
  editForm: formRow(user, 'edit', 'users.edit'),
  /**
   * Change what an administrator decides about a person. `active` of N ends their access at once. An account's own e-mail
   * address can be used to sign in: it is changed with the password, and a code where the second step is on (ASVS 7.5.1).
   */
  edit: editRow(user, 'users.edit', {
    password: PasswordText,
    code: CodeText,
    name: PersonName,
    email: NewEmail,
    phone: Phone,
    profile_uuid: Uuid,
    swarms: Swarms,
    active: YesNo,
  }),
  editDetailsForm: get('/users/editDetails', { reach: 'own', needs: null, data: Form(User) }),
  /** The account's own preferences. */
  editDetails: post('/users/editDetails', {
    reach: 'own',
    needs: null,
    body: v.strictObject({
      ...v.partial(v.strictObject(ownDetails)).entries,
      base: v.optional(Timestamp),
    }),
    data: User,
  }),
  editDetailsFormOf: formRow(user, 'editDetails', 'users.edit'),
  editDetailsOf: post('/users/editDetails/:id', {
    needs: 'users.edit',
    params: byId,
    body: v.strictObject({
      ...v.partial(v.strictObject(details)).entries,
      base: v.optional(Timestamp),
      reason: v.optional(Reason),
    }),
    data: User,
  }),
  migrateForm: formRow(user, 'migrate', 'users.migrate'),
  /** To another company: only for who reaches both. Sessions and flags end, the login stays. */
  migrate: post('/users/migrate/:id', {
    needs: 'users.migrate',
    params: byId,
    body: v.strictObject({
      company_uuid: Uuid,
      /** Profile there; without one the ordinary profile that they have here. A profile of another kind must be named. */
      profile_uuid: v.optional(Uuid),
      swarms: v.optional(Swarms),
      reason: v.optional(Reason),
    }),
    data: User,
  }),
  linkForm: formRow(user, 'link', 'users.linkSwarms'),
  /** Exactly the swarms that the person is in. */
  link: post('/users/link/:id', {
    needs: 'users.linkSwarms',
    params: byId,
    body: v.strictObject({
      swarms: Swarms,
      base: v.optional(Timestamp),
      reason: v.optional(Reason),
    }),
    data: User,
  }),
  /** Their name and e-mail address are never given to somebody else (21 CFR 11.10(d), 11.100(a)). */
  delete: deleteRow(user, 'users.delete'),
  setReviewer: action('/users/set_reviewer/:id', {
    needs: reviewerActions.set_reviewer.needs,
    params: byId,
    body: FlagOrder,
    data: User,
  }),
  unsetReviewerForm: formRow(user, 'unset_reviewer', reviewerActions.unset_reviewer.needs),
  unsetReviewer: post('/users/unset_reviewer/:id', {
    needs: reviewerActions.unset_reviewer.needs,
    params: byId,
    body: FlagOrder,
    data: User,
  }),
  promoteToPartner: action('/users/promote_to_partner/:id', {
    needs: personActions.promote_to_partner.needs,
    params: byId,
    body: MaybeReason,
    data: User,
  }),
  declassFromPartnerForm: formRow(
    user,
    'declass_from_partner',
    personActions.declass_from_partner.needs,
  ),
  declassFromPartner: post('/users/declass_from_partner/:id', {
    needs: personActions.declass_from_partner.needs,
    params: byId,
    body: MaybeReason,
    data: User,
  }),
  /** Sends the person a link to set a new password; `mail` is `kept` where the deployment sends none. */
  resetPassword: action('/users/reset_password/:id', {
    needs: 'users.resetPassword',
    params: byId,
    data: v.strictObject({ mail: v.picklist(mailStates) }),
  }),
  /** Our own: switches off the second step of somebody who has lost their phone. Their sessions end. */
  resetTwoStep: post('/users/reset_2fa/:id', {
    person: true,
    needs: 'users.resetPassword',
    params: byId,
    body: v.strictObject({ reason: Reason }),
    data: v.strictObject({}),
  }),
  /**
   * Confirms that account, address and second step are the person's own, after somebody else has set them: they may sign
   * then, and their work, also earlier work, counts no longer as that of who set it (decision 84). By another person than who set it, who administers the company or acts in it for its partner or the provider.
   */
  confirm: post('/users/confirm/:id', {
    person: true,
    needs: 'users.edit',
    params: byId,
    body: v.strictObject({
      reason: Reason,
      /** `updated_at` of the person as they were looked at. */
      base: v.optional(Timestamp),
    }),
    data: User,
  }),
  /** Read the open sessions, last sign-in and second step of a person. */
  signIns: get('/users/sign_ins/:id', {
    person: true,
    needs: 'users.edit',
    params: byId,
    data: PersonSignIns,
  }),
  /** End one session of a person, or all of them. */
  endSessions: post('/users/end_sessions/:id', {
    person: true,
    needs: 'users.edit',
    params: byId,
    body: v.strictObject({ session: v.optional(Uuid), reason: v.optional(Reason) }),
    data: v.strictObject({ ended: v.number() }),
  }),
  /** End an API key of a person. */
  endKey: post('/users/end_key/:id', {
    person: true,
    needs: 'users.apiKeys',
    params: byId,
    body: v.strictObject({ key: Uuid, reason: v.optional(Reason) }),
    data: v.strictObject({}),
  }),
  /** Explain what a person may do and why not, by the functions that the service decides by; also with one analysis. */
  access: get('/users/access/:id', {
    needs: 'users.search',
    params: byId,
    query: v.strictObject({
      analysis: v.optional(Uuid),
      /** A past moment: what the trail says of person, profile, company and analysis then, without flags of the product. */
      at: v.optional(Timestamp),
    }),
    data: PersonAccess,
  }),
  /**
   * The account's own settings. Of category `preferences` are time zone and date format, of `context` what the
   * provider says of the account (domain/entities/context-attribute.ts).
   */
  getSettings: get('/users/get_settings', {
    reach: 'own',
    needs: null,
    data: v.strictObject({ settings: v.array(ShownSetting) }),
  }),
  /** Makes these the settings of one category: flags, the import of CSV files, preferences (decisions D26). */
  setSettings: post('/users/set_settings/:key', {
    reach: 'own',
    needs: null,
    params: v.strictObject({ key: SettingWord }),
    body: v.strictObject({
      settings: v.pipe(
        v.array(
          v.strictObject({
            name: SettingWord,
            value: SettingValue,
            category: v.optional(SettingWord),
          }),
        ),
        v.maxLength(100),
      ),
    }),
    data: v.strictObject({ settings: v.array(ShownSetting) }),
  }),
}
