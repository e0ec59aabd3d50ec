import type { aboutCalls } from '../../domain/calls/about.ts'
import { languages } from '../../domain/entities/user.ts'
import { type Region, regionList } from '../../domain/regions.ts'
import type { Handlers } from '../mount.ts'
import { version } from '../../package.json'

export const about: Handlers<typeof aboutCalls> = {
  health: async (_, { env }) => ({
    version,
    region: env.REGION as Region,
    time: new Date().toISOString(),
  }),
  locales: async () => ({ locales: [...languages], default: 'en' }),
  regions: async (_, { env, origin }) => ({
    own: env.REGION as Region,
    regions: regionList(env.REGION_URLS, env.REGION as Region, origin),
  }),
}
