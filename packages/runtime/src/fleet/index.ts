export { batchOf, fitting, hasMarksFor, markAt, marksOf } from './batch.ts'
export { call, knownClockOffset, type Answer, type Caller } from './client.ts'
export { readShipState, type ShipState } from './cursor.ts'
export {
  enrolmentFile,
  fingerprint,
  readEnrolment,
  removeEnrolment,
  writeEnrolment,
  type Enrolment,
} from './enrolment.ts'
export { figuresOf, isNotable, type Figures, type HookTally } from './figures.ts'
export { normaliseRemote, projectName } from './project.ts'
export { callerOf, ship, type ShipResult } from './ship.ts'
export { HEADERS, isSignedBy, newKeyPair, newNonce, signRequest, type KeyPair, type Signed } from './sign.ts'
export { verifyWithServer, type FleetVerification } from './verify.ts'
export {
  LEVELS,
  MAX_BODY,
  MAX_LINES,
  MAX_TEXT,
  PATHS,
  type Batch,
  type ChainName,
  type Conflict,
  type Enrolled,
  type EnrolRequest,
  type Heartbeat,
  type Level,
  type ProjectLife,
  type SegmentMarks,
  type Shipped,
  type WireLine,
  type WireNotable,
} from './wire.ts'
