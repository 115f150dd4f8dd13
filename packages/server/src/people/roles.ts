/** `none`: no user is signed in. A viewer looks; an administrator also changes who belongs to the team. */
export const ROLES = ['admin', 'viewer'] as const
export type Role = (typeof ROLES)[number]

/** Who may call what: every endpoint is here, and one that is not is refused. */
export const MAY_CALL: Readonly<Record<string, readonly (Role | 'none' | 'machine')[]>> = {
  'GET /healthz': ['none'],
  'GET /readyz': ['none'],
  'POST /api/open': ['none'],
  'POST /api/sign-in': ['none'],
  'POST /api/join': ['none'],
  'POST /api/sign-out': ['admin', 'viewer'],
  'GET /api/me': ['admin', 'viewer'],
  'GET /api/overview': ['admin', 'viewer'],
  'GET /api/decisions': ['admin', 'viewer'],
  'GET /api/sessions': ['admin', 'viewer'],
  'GET /api/machines': ['admin', 'viewer'],
  'GET /api/machines/:id': ['admin', 'viewer'],
  'GET /api/alarms': ['admin', 'viewer'],
  'GET /api/live': ['admin', 'viewer'],
  'GET /api/export': ['admin', 'viewer'],
  'POST /api/alarms/:id/close': ['admin'],
  'GET /api/people': ['admin'],
  'POST /api/people/:id/disable': ['admin'],
  'POST /api/invitations': ['admin'],
  'POST /api/enrolments': ['admin'],
  'POST /api/machines/:id/revoke': ['admin'],
  'POST /api/machines/:id/erase': ['admin'],
  'POST /api/v1/enrol': ['none'],
  'POST /api/v1/ship': ['machine'],
  'POST /api/v1/heartbeat': ['machine'],
  'POST /api/v1/leave': ['machine'],
  'GET /api/v1/segments': ['machine'],
}
