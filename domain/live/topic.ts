/** Topics of the live socket (spec §7 "Live socket"). */
export const topics = [
  'bcube-status',
  'bcube-events',
  'analysis',
  'bgate-events',
  'ble-events',
] as const
export type Topic = (typeof topics)[number]

/** Subjects start with the company, so that a token's subjects cannot reach another one's. */
export function topicSubject(company: string, topic: Topic, device: string): string {
  return `t.${company}.${topic}.${device}`
}

/** One hint per committed change: "pull again" with the newest `seq`; never the change itself. */
export function syncSubject(company: string): string {
  return `t.${company}.sync`
}

export function commandSubject(company: string, device: string): string {
  return `t.${company}.command.${device}`
}

/** Private prefix for replies, so that nobody reads another's. */
export function inboxPrefix(uuid: string): string {
  return `_INBOX_${uuid.replaceAll('-', '')}`
}

export interface SubjectRights {
  pub: string[]
  sub: string[]
}

/** A person listens to their company's topics and hints and publishes nothing: commands go by an edge call. */
export function accountRights(company: string, user: string): SubjectRights {
  return {
    pub: [],
    sub: [
      ...topics.map((topic) => topicSubject(company, topic, '*')),
      syncSubject(company),
      `${inboxPrefix(user)}.>`,
    ],
  }
}

/** A device hears its own commands and speaks on its own status and event topics; results go by HTTP. */
export function deviceRights(company: string, device: string): SubjectRights {
  return {
    pub: topics
      .filter((topic) => topic !== 'analysis')
      .map((topic) => topicSubject(company, topic, device)),
    sub: [commandSubject(company, device), `${inboxPrefix(device)}.>`],
  }
}
