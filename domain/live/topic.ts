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

/** A longer list of devices is heard by a wildcard: a connection may hold some thousand subscriptions. */
const mostSubjects = 1000

/**
 * The subjects on which the events of a topic from these devices are heard, in the company and in the swarms that the
 * token hears: one for each device, of runs one for each device and swarm. Whoever listens leaves out other devices, for
 * a list that is too long goes by company or swarm.
 */
export function heardSubjects(
  topic: Topic,
  devices: readonly string[],
  { company, swarms }: { company: string; swarms: readonly string[] },
): string[] {
  if (devices.length === 0) return []
  const each = topic === 'analysis' ? swarms.length : 1
  const heard = devices.length * each > mostSubjects ? ['*'] : devices
  return topic === 'analysis'
    ? swarms.flatMap((swarm) => heard.map((device) => analysisSubject(company, swarm, device)))
    : heard.map((device) => topicSubject(company, topic, device))
}

/** What is measured in a run is heard in its swarm only (decisions R15); `*` is any device. */
export function analysisSubject(company: string, swarm: string, device: string): string {
  return `t.${company}.analysis.${swarm}.${device}`
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
  /**
   * May answer each request once, on the reply subject that its sender chose. In no person's rights: a sender who picks the
   * reply subject would lend a listener the right to publish there.
   */
  replies: boolean
}

/** More would not fit into the line that a connection begins with; pulls bring the rest. */
export const heardSwarms = 250

/**
 * A person listens to their company's topics and hints, and to the runs of swarms whose analyses they see. They publish
 * nothing: commands go by an edge call.
 */
export function accountRights(
  company: string,
  user: string,
  swarms: readonly string[],
): SubjectRights {
  return {
    pub: [],
    replies: false,
    sub: [
      ...topics
        .filter((topic) => topic !== 'analysis')
        .map((topic) => topicSubject(company, topic, '*')),
      ...swarms.slice(0, heardSwarms).map((swarm) => analysisSubject(company, swarm, '*')),
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
    replies: true,
  }
}
