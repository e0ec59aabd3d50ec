import * as v from 'valibot'
import { post, search } from '../call.ts'
import { Profile } from '../entities/profile.ts'
import { User } from '../entities/user.ts'
import { Email, Name, PlainId, Uuid } from '../fields.ts'
import { Page, PageQuery } from './shapes.ts'

export const userCalls = {
  search: search('/users/search', { needs: 'users.search', query: PageQuery, data: Page(User) }),
  create: post('/users/create', {
    needs: 'users.create',
    body: v.strictObject({
      username: PlainId,
      name: Name,
      email: Email,
      phone: v.optional(v.pipe(v.string(), v.maxLength(40))),
      profile_uuid: Uuid,
      swarms: v.array(Uuid),
      password: v.pipe(v.string(), v.maxLength(256)),
    }),
    data: User,
  }),
  /** The account's own preferences. */
  editDetails: post('/users/editDetails', {
    reach: 'own',
    needs: null,
    body: v.strictObject({
      name: v.optional(Name),
      phone: v.optional(v.pipe(v.string(), v.maxLength(40))),
      default_language: v.optional(User.entries.default_language),
      timezone: v.optional(User.entries.timezone),
      date_format: v.optional(User.entries.date_format),
    }),
    data: User,
  }),
}

/** Profiles are no local table: who sees or makes users reads their names here. */
export const profileCalls = {
  search: search('/profiles/search', {
    needs: 'users.search',
    query: PageQuery,
    data: Page(Profile),
  }),
}
