/** A viewer looks; an auditor also takes data out; an administrator also changes who belongs to the team. */
export const ROLES = ['admin', 'auditor', 'viewer'] as const
export type Role = (typeof ROLES)[number]

export const isRole = (text: unknown): text is Role => ROLES.some((role) => role === text)

/** `none`: no user is signed in. `machine`: signed by the key of an enrolled machine. */
export type CallerKind = Role | 'none' | 'machine'

const ANYONE = ['none'] as const
const MACHINE = ['machine'] as const
const ADMINS = ['admin'] as const
const AUDITORS = ['admin', 'auditor'] as const

/** Who may call what. The server does not start with a route that is missing here. */
export const MAY_CALL = {
  'GET /healthz': ANYONE,
  'GET /readyz': ANYONE,
  'GET /api/entry': ANYONE,
  'GET /api/oidc/start': ANYONE,
  'GET /sign-in/oidc': ANYONE,
  'POST /api/open': ANYONE,
  'POST /api/sign-in': ANYONE,
  'POST /api/join': ANYONE,
  'POST /api/v1/enrol': ANYONE,
  'POST /api/v1/ship': MACHINE,
  'POST /api/v1/heartbeat': MACHINE,
  'POST /api/v1/leave': MACHINE,
  'GET /api/v1/segments': MACHINE,
  'POST /api/sign-out': ROLES,
  'GET /api/me': ROLES,
  'GET /api/overview': ROLES,
  'GET /api/decisions': ROLES,
  'GET /api/sessions': ROLES,
  'GET /api/machines': ROLES,
  'GET /api/machines/:id': ROLES,
  'GET /api/alarms': ROLES,
  'GET /api/live': ROLES,
  'GET /api/export': AUDITORS,
  'GET /api/heads': AUDITORS,
  'GET /api/people': AUDITORS,
  'POST /api/alarms/:id/close': ADMINS,
  'POST /api/people/:id/disable': ADMINS,
  'POST /api/people/:id/erase': ADMINS,
  'POST /api/invitations': ADMINS,
  'POST /api/enrolments': ADMINS,
  'POST /api/machines/:id/revoke': ADMINS,
  'POST /api/machines/:id/erase': ADMINS,
} as const satisfies Readonly<Record<string, readonly CallerKind[]>>

export type Endpoint = keyof typeof MAY_CALL

export const isEndpoint = (text: string): text is Endpoint => Object.hasOwn(MAY_CALL, text)

export const mayCall = (caller: CallerKind, endpoint: Endpoint): boolean => {
  const allowed: readonly CallerKind[] = MAY_CALL[endpoint]
  return allowed.includes(caller)
}
