/** Business constants (spec §9). Milliseconds and counts. */
export const callTimeoutMs = 30_000
export const callRetries = 3
/** So long a part of the app may take to be fetched. */
export const partTimeoutMs = 120_000
export const statusBatchMs = 5_000
export const deviceGuardMs = 5_000
export const socketReconnectMs = 3_000
export const refreshPageSize = 500
export const desktopRefreshPageSize = 100
/** The desktop shell looks at the clock so often, and reads the account again after a longer gap: the machine slept. */
export const clockCheckMs = 5_000
export const clockGapMs = 30_000
/**
 * Analyses that a browser fetches by itself, the newest changes first, and as many again with each request for older ones: about 80 MB
 * of its disk. What has not ended comes beside them.
 */
export const analysisWindow = 20_000
export const listPageSize = 10
/**
 * Stores of companies that one call asks while somebody waits, that of the person among them: each may have to be woken first. A list
 * over companies has smaller pages for it.
 */
export const storesAtOnce = 50
/** Companies on a page of a list that the index of the fleet answers, with their devices. */
export const fleetCompanies = 100
/** A store tells the index of the fleet so often that it is there (ms), and counts as silent when it has missed that twice. */
export const fleetConfirmMs = 6 * 3_600_000
export const fleetSilentMs = 2 * fleetConfirmMs
/** The store of a new company tells the index within seconds; before this time (ms) has passed nothing is wrong where it has not. */
export const fleetFirstMs = 10 * 60_000
/**
 * Rows of results and samples are counted up to here: counting a million to say so would take longer than reading the page.
 * A total of so many means that there are at least so many.
 */
export const countedRows = 10_000
/**
 * A notice to everybody of a company counts for so long (ms): people who join get it. One that has to be signed counts for a year, as after it
 * training is repeated.
 */
export const currentNoticeMs = 30 * 86_400_000
export const currentSafetyNoticeMs = 365 * 86_400_000
/** Requests for publication that a company may have open at once: the provider reads each of them. */
export const mostOpenRequests = 10
export const extensionCycles = 5
export const passwordLength = 8
/** Most that a company's store holds (Cloudflare: 10 GB for a Durable Object), where it warns, and where it begins nothing new. */
export const storeLimitBytes = 10 * 2 ** 30
export const storeWarnsAt = 0.7
export const storeRefusesAt = 0.98
/** A run of which nothing was heard for so long may be ended by a person, when its device is not connected. */
export const giveUpSilenceMs = 10 * 60_000
/** A command nobody took by then is expired, so that a device that wakes up late does not act on it. */
export const commandLifeMs = 120_000
/** So long no call is answered before the page goes offline by itself, and so often it then asks for the service. */
export const serviceLostMs = 10_000
export const offlineProbeMs = 15_000
/** So long after the service last knew them a person may work on this machine without it. */
export const offlineStayMs = 72 * 3_600_000
/** A clock that is behind by less is taken for set right meanwhile. */
export const clockSlackMs = 24 * 3_600_000
