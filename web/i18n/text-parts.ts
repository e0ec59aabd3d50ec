import { faultStatus } from '../../domain/fault.ts'
import { fileReasons } from '../../workers/files/refuse-file.ts'

/** Faults that a sign-in can meet, and a new password wherever one is chosen. */
const firstFaults = [
  'not_signed_in',
  'session_expired',
  'wrong_credentials',
  'wrong_region',
  'method_refused',
  'invalid',
  'too_many',
  'too_many_tries',
  'code_needed',
  'code_wrong',
  'password_change_needed',
  'password_too_short',
  'password_capital',
  'password_lowercase',
  'password_number',
  'password_symbol',
  'password_common',
  'password_personal',
  'passwords_differ',
  'reset_spent',
  'internal',
  'timeout',
  'offline',
  'network',
]

/**
 * Faults that pages find by themselves before anything is sent (in forms), or read in a record (what
 * a device answered): said at once. All others come over the wire, and their texts are fetched when the first does.
 */
const nearFaults = [
  /^(permission_missing|required|date_invalid|min_(length|items)|max_length|no_spaces)$/,
  /^(forbidden_character|email)$/,
  /^(id_not_unique|device_unknown|cartridge_not_for_recipe|archived|swarm_unknown|protocol_recipe)$/,
  /^(busy|lid_open|no_run|other_run|step_over|not_in_loop|programme_too_long|storage_full|expired|offline_mode|rows_not_whole)$/,
]

const firstKeys =
  /^(app|login|theme|density|region)\.|^top\.(language|languageFailed|theme|density)$|^parts\.(required|optional|password|notice|cancel|close|dismiss|loading)\b/

/** Texts of one's own way in: the page for a forgotten password, and the account's own. */
const securityKeys =
  /^(security|forgot|setPassword|helpDesk)\.|^fault\.(offer_spent|two_step_|scope_beyond_own$|password_same$|key_(active|inactive|expired|expiry|shown_before)$)/

/** Texts of an analysis' page and of the import of files, without the two warnings that certificates show as well. */
const analysisKeys =
  /^(controls\.(?!failed$)|detail\.(?!notProven$)|(assay|audit|certify|chart|correct|cq|diff|explain|export|findings|flag|genotype|history|images|import|queue|recalculate|report|result|risk|run|trace|validate|verdict|watch)\.)/

/** Texts of a plan before its launch, but those that the frame, the notebook and the import of files share with it. */
const planKeys = /^(wizard\.(?!(title|name|notebook|swarm|swarm\.choose)$)|kit\.|loading\.|scan\.)/

/** Checks before a launch, what a launch alone is refused for, and rows of a list of samples. */
const planFaults =
  /^(csv_\w+|(no|too_many)_samples|sample_without_well|well_(outside|taken)|too_few_(of_type|wells|wells_of_mix)|no_device|device_(offline|unavailable)|wrong_cartridge|channel_missing|several_thresholds|camera_\w+|secure_context|stream_api|qrcode_invalid|bkit_unknown|kit_(expired|lot_other)|analysis_running)$/

/** What pages calculate themselves from the curves of an analysis can fail too. */
const curveFaults = /^(crosstalk_|dye_|compensation_|not_curves$|curves_)/

/** The page of the users, but for its name, which stands in the menu. */
const peopleKeys = /^(people\.|(users|outbox)\.(?!title$))/

/** What pages of records say, whatever the records are. */
const recordKeys = /^record\./

/** The page of the reviewers, but for its name, which stands in the menu. */
const reviewKeys = /^(review\.(?!title$)|certificates\.(?!(title|pageTitle)$))/

/** The home page, but for what stands on others too. */
const homeKeys = /^home\.(?!(title|start|progress|cycle)$)/

/** The help centre and the results, but for what the menu names. */
const helpKeys = /^help\.(?!(title)$)/
const resultsKeys = /^results\.(?!title$)/

/** What a map and the form for a place say. */
const mapKeys = /^map\./

/** What the page about the product says. */
const aboutKeys = /^about\.(?!title$)/

/** The sync centre and the pages without the service, but for what stands in the frame. */
const syncKeys = /^(sync|offline)\.(?!(title|button|deviceTitle|runTitle)$)/

/** Of devices in the local network, and what they refuse. */
const lanKeys = /^(lan\.|fault\.(lan_|wifi_|ble_|shell_closed$))/

/** The page of the devices, but for what stands on others too: its name, the states, and how old a word is. */
const deviceKeys =
  /^(device\.(?!(unknown|shell\.(open|openText|end))$)|devices\.(?!(title|empty\.title|state\.\w+|heard\.\w+)$)|fault\.(run_going_on|not_supported|unreadable|plan_changed|setting_refused|no_such_config|too_many_configs|already_installed|update_(mismatch|rolled_back)|secret_not_kept|hostname_taken|version_(not_offered|without_hash))$)/

/** Permissions in words, and what the page says that is shown in place of one that is not allowed. */
const faultKeys = /^(permission|why)\./

/**
 * Parts of the English texts: those on the page for people who are not signed in, those of one's own way in, those
 * of an analysis and of the import of files, those of a plan, those of what the service refuses, and the rest. The
 * built app fetches each with what needs it.
 */
export const textParts = [
  'first',
  'rest',
  'analysis',
  'security',
  'verify',
  'faults',
  'plan',
  'home',
  'people',
  'record',
  'review',
  'about',
  'lan',
  'device',
  'sync',
  'help',
  'results',
  'map',
] as const
export type TextPart = (typeof textParts)[number]

export function textPart(key: string): TextPart {
  if (firstKeys.test(key) || firstFaults.some((code) => key === `fault.${code}`)) return 'first'
  if (securityKeys.test(key)) return 'security'
  if (homeKeys.test(key)) return 'home'
  if (peopleKeys.test(key)) return 'people'
  if (recordKeys.test(key)) return 'record'
  if (reviewKeys.test(key)) return 'review'
  if (mapKeys.test(key)) return 'map'
  if (aboutKeys.test(key)) return 'about'
  if (helpKeys.test(key)) return 'help'
  if (resultsKeys.test(key)) return 'results'
  if (lanKeys.test(key)) return 'lan'
  if (deviceKeys.test(key)) return 'device'
  if (syncKeys.test(key)) return 'sync'
  // The page that checks exported files, open to anybody.
  if (key.startsWith('verify.')) return 'verify'
  if (analysisKeys.test(key)) return 'analysis'
  if (planKeys.test(key)) return 'plan'
  if (faultKeys.test(key)) return 'faults'
  return key.startsWith('fault.') ? partOfFault(key.slice('fault.'.length)) : 'rest'
}

function partOfFault(reason: string): TextPart {
  if (reason in fileReasons || curveFaults.test(reason)) return 'analysis'
  if (planFaults.test(reason)) return 'plan'
  const isNear = reason in faultStatus || nearFaults.some((one) => one.test(reason))
  return isNear ? 'rest' : 'faults'
}
