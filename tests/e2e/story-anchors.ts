import type { Story } from './hand.ts'

const tailscaleUsers = 'https://tailscale.com/docs/features/sharing/how-to/remove-team-members'
const keycloakUsers =
  'https://docs.redhat.com/en/documentation/red_hat_build_of_keycloak/22.0/html/server_administration_guide/assembly-managing-users_server_administration_guide'

/** The stories with what they take here, and what the documentation of an anchor lists for the same job. */
export const stories = {
  branch: { job: 'a new branch office', actions: 13, anchor: '', documented: null, source: '' },
  leaves: {
    job: 'somebody leaves today',
    actions: 6,
    anchor: 'Tailscale',
    documented: 3,
    source: tailscaleUsers,
  },
  partner: {
    job: 'a partner helps for a day and leaves',
    actions: 13,
    anchor: '',
    documented: null,
    source: '',
  },
  lockout: {
    job: 'a change that would lock everybody out',
    actions: 6,
    anchor: '',
    documented: null,
    source: '',
  },
  phone: {
    job: 'a lost phone',
    actions: 6,
    anchor: 'Keycloak',
    documented: 4,
    source: keycloakUsers,
  },
  language: {
    job: 'a new colleague in another language',
    actions: 9,
    anchor: '',
    documented: null,
    source: '',
  },
  merge: { job: 'two swarms become one', actions: 7, anchor: '', documented: null, source: '' },
  auditor: {
    job: 'who could see an analysis on a past day',
    actions: 7,
    anchor: '',
    documented: null,
    source: '',
  },
  provider: {
    job: 'the identity provider is switched on',
    actions: 12,
    anchor: 'WorkOS',
    documented: null,
    source: '',
  },
  invited: {
    job: 'a wrongly invited person',
    actions: 5,
    anchor: 'Tailscale',
    documented: 3,
    source: tailscaleUsers,
  },
} satisfies Record<string, Story & { actions: number }>
export type StoryName = keyof typeof stories
