import type { Activity } from './store/log.ts'

/** The prefix of session ids that the doctor uses for its probes. */
export const PROBE_SESSION = 'holdpoint-doctor-'

/** A session that contains only probes: none of them is ever refused or put to the user. */
export const isProbing = ({ session, refused, asked }: Activity): boolean =>
  session.startsWith(PROBE_SESSION) && refused + asked === 0
