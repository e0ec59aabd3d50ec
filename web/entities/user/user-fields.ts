import type * as v from 'valibot'
import type { userCalls } from '../../../domain/calls/users.ts'
import type { Swarm } from '../../../domain/entities/swarm.ts'
import type { User } from '../../../domain/entities/user.ts'
import { t } from '../../i18n/intl.ts'
import { type Language, languageCodes, languages } from '../../../domain/catalog/languages.ts'
import type { Choice } from '../../parts/form/SelectField.tsx'
import type { FieldSpec } from '../../record/FieldInput.tsx'

/** Values of the forms, for a new person as for a known one. */
export type UserValues = Omit<
  v.InferInput<typeof userCalls.create.body>,
  'password' | 'phone' | 'default_language'
> & { phone: string }

/** Values of an invitation, with the language that it is written in. */
export type InvitedValues = UserValues & { default_language: Language }

/** The password for a change of one's own way in, and a code where the service asks for one. */
export interface Proof {
  password: string
  code: string
}

export const noProof: Proof = { password: '', code: '' }

export const emptyUser: UserValues = {
  name: '',
  username: '',
  email: '',
  phone: '',
  profile_uuid: '',
  swarms: [],
}

/** Take what a form holds out of a person's record. */
export function valuesOf(user: User): UserValues {
  const { name, username, email, phone, profile_uuid, swarms } = user
  return { name, username, email, phone, profile_uuid, swarms }
}

interface Choices {
  profiles: readonly Choice[]
  swarms: readonly Swarm[]
}

const text = (name: 'name' | 'email' | 'phone') => ({ name, label: t(`users.form.${name}`) })

/** List the fields of somebody new. */
export function newUserFields(choices: Choices): FieldSpec<InvitedValues>[] {
  const [name, ...rest] = sharedFields(choices) as FieldSpec<InvitedValues>[]
  return [
    name as FieldSpec<InvitedValues>,
    {
      name: 'username',
      label: t('users.form.username'),
      hint: t('users.form.usernameHint'),
      autoCapitalize: 'off',
    },
    ...rest.map((field) =>
      field.name === 'profile_uuid'
        ? { ...field, missing: t('users.form.profileMissing') }
        : field.name === 'swarms'
          ? { ...field, missing: t('users.form.swarmMissing') }
          : field,
    ),
    {
      name: 'default_language',
      label: t('top.language'),
      hint: t('users.form.languageHint'),
      kind: 'choice',
      choices: languageCodes.map((value) => ({ value, label: languages[value].name })),
    },
  ]
}

/** Values of the form of a new service account. */
export type ServiceValues = v.InferInput<typeof userCalls.createService.body>

/** List the fields of a new service account, with the people who may own it. */
export function newServiceFields(
  choices: Choices,
  people: readonly User[],
): FieldSpec<ServiceValues>[] {
  const ofPeople = ['email', 'phone', 'default_language']
  const shared = newUserFields(choices)
    .filter(({ name }) => !ofPeople.includes(name))
    // Leave out the hints: a name is printed and invited of people only.
    .map(({ hint: _hint, ...field }) => field)
  return [
    ...(shared as FieldSpec<object>[] as FieldSpec<ServiceValues>[]),
    {
      name: 'owners',
      label: t('people.service.owners'),
      hint: t('people.service.ownersHint'),
      missing: t('people.service.ownersMissing'),
      choices: people
        .filter(({ active, service }) => active === 'Y' && !service)
        .map(({ uuid, name }) => ({ value: uuid, label: name })),
    } as FieldSpec<ServiceValues>,
  ]
}

/**
 * List the fields of somebody known, whose name to sign in with is never changed. One's own address is changed with one's
 * password, and one's own profile by somebody else.
 */
export function knownUserFields(
  choices: Choices,
  before: UserValues,
  own: boolean,
): FieldSpec<UserValues & Proof>[] {
  const isMoved = (values: UserValues) => own && values.email !== before.email
  const fixed = own ? t('people.ownProfile') : null
  return [
    ...sharedFields(choices, before.swarms).map((field) =>
      field.name === 'profile_uuid' ? { ...field, fixed } : field,
    ),
    {
      name: 'password',
      kind: 'password',
      label: t('people.yourPassword'),
      hint: t('people.ownAddress'),
      missing: t('login.passwordMissing'),
      secret: true,
      when: isMoved,
    },
    {
      name: 'code',
      kind: 'code',
      label: '',
      secret: true,
      when: (values, refused) =>
        isMoved(values) && (values.code !== '' || refused['code'] !== undefined),
    },
  ] as FieldSpec<UserValues & Proof>[]
}

/** @param keep swarms that the person is in: they stay to be chosen when they are archived. */
function sharedFields(
  { profiles, swarms }: Choices,
  keep: readonly string[] = [],
): FieldSpec<UserValues>[] {
  return [
    { ...text('name'), hint: t('users.form.nameHint'), autoFocus: true },
    { ...text('email'), kind: 'email' },
    { ...text('phone'), kind: 'tel' },
    {
      name: 'profile_uuid',
      label: t('users.form.profile'),
      kind: 'choice',
      choices: profiles,
      placeholder: t('users.form.profileChoose'),
    },
    {
      name: 'swarms',
      label: t('users.form.swarms'),
      hint: t('users.form.swarmsHint'),
      choices: swarms
        .filter(({ uuid, archived }) => archived !== 1 || keep.includes(uuid))
        .map(({ uuid, name }) => ({ value: uuid, label: name })),
    },
  ]
}
