import type { aboutCalls } from '../../domain/calls/about.ts'
import { regionList } from '../../domain/deployments.ts'
import { languageCodes } from '../../domain/catalog/languages.ts'
import { mailState } from '../mail/send.ts'
import type { Handlers } from '../mount.ts'
import { checkReadiness } from '../readiness.ts'
import { version } from '../../package.json'

export const about: Handlers<typeof aboutCalls> = {
  health: async (_, { env }) => ({
    version,
    region: env.REGION,
    time: new Date().toISOString(),
    help_desk: Boolean(env.HELPDESK_URL && env.HELPDESK_KEY),
    mail: mailState(env) === 'queued',
  }),
  ready: async (_, context) => {
    await checkReadiness(context)
    return { ready: true }
  },
  locales: async () => ({ locales: [...languageCodes], default: 'en' }),
  regions: async (_, { env, origin }) => ({
    own: env.REGION,
    regions: regionList({
      origin,
      region: env.REGION,
      environment: env.ENVIRONMENT,
      configured: env.REGION_URLS,
    }),
  }),
}
