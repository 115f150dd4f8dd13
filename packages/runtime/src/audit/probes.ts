import type { Activity } from './store/log.ts'

/** How the names of the sessions begin in which the doctor asks its questions. */
export const PROBE_SESSION = 'holdpoint-doctor-'

/** A session of nothing but such questions: none of them is ever refused or put to the user. */
export const isProbing = ({ session, refused, asked }: Activity): boolean =>
  session.startsWith(PROBE_SESSION) && refused + asked === 0
