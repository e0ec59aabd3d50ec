import { profileCalls } from '../../../domain/calls/profiles.ts'
import { askedRows } from '../../record/use-rows.ts'

/** The company's profiles, asked of the service: they are kept on no machine. */
export const profileRows = askedRows(profileCalls.search, { order: 'name ASC' })
