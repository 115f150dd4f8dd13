import type { VendorTable } from '../vendor.ts'

/** What changes the form of a database. Dropping it is destruction; going forwards or back by a step is a release. */
export const migrations = (): VendorTable => ({
  prisma: {
    stack: 'database',
    takes: '--schema --config',
    destroys: 'migrate reset, db push --force-reset|--accept-data-loss',
    releases: 'migrate deploy|resolve, db push|execute|seed',
  },
  knex: {
    stack: 'database',
    takes: '--knexfile --env --client --connection --cwd',
    destroys: 'migrate:rollback --all|-a',
    releases: 'migrate:rollback, migrate:down, migrate:latest, migrate:up, migrate:unlock, seed:run',
  },
  'sequelize sequelize-cli': {
    stack: 'database',
    takes: '--env --config --url',
    destroys: 'db:drop, db:migrate:undo:all, db:seed:undo:all',
    releases: 'db:migrate, db:migrate:undo, db:seed:undo, db:seed:all',
  },
  'typeorm typeorm-ts-node-commonjs typeorm-ts-node-esm': {
    stack: 'database',
    takes: '-d --dataSource',
    destroys: 'schema:drop',
    releases: 'migration:revert, migration:run, schema:sync',
  },
  'drizzle-kit': { stack: 'database', takes: '--config', destroys: 'drop, push --force', releases: 'push, migrate' },
  'mikro-orm': {
    stack: 'database',
    destroys: 'schema:drop, schema:fresh, migration:fresh, database:drop',
    releases: 'migration:down, migration:up, schema:update',
  },
  alembic: {
    stack: 'database',
    takes: '-c --config -n --name -x',
    rehearses: '--sql',
    destroys: 'downgrade base',
    releases: 'upgrade, downgrade, stamp',
  },
  flask: {
    stack: 'database',
    everyday: true,
    takes: '-A --app -e --env-file',
    destroys: 'db downgrade base',
    releases: 'db upgrade|downgrade|stamp',
  },
  flyway: { stack: 'database', longDash: true, destroys: '** clean', releases: '** migrate|undo|repair|baseline' },
  liquibase: {
    stack: 'database',
    destroys: '** drop-all|dropAll|drop*, rollback --rollback-count=*, rollback*',
    releases: '** update|updateToTag|update-*|changelog-sync|changelogSync|tag',
  },
  'sqlx diesel sea-orm-cli refinery': {
    stack: 'database',
    everyday: true,
    takes: '-D --database-url --source --migration-dir -d',
    destroys: 'database|db drop|reset, migrate fresh|reset|refresh',
    releases: 'migrate run|revert|up|down, migration run|revert|redo',
  },
  'wp drush': {
    stack: 'database',
    everyday: true,
    takes: '--path --url --user --root -r -l --uri',
    destroys:
      'db drop|reset|clean, site delete|empty, sql-drop, sql:drop, site:install, si, sql:sync, ** delete --force',
    releases: 'db import|query, core update, plugin|theme install|update, updb, updatedb, cim, config:import',
  },
  'dotnet-ef ef': { stack: 'database', destroys: 'database drop', releases: 'database update' },
  'goose dbmate migrate atlas sqitch': {
    stack: 'database',
    everyday: true,
    takes: '-dir -path -database -source -url -u -d --url --env',
    longDash: true,
    destroys: 'drop, reset, down-to 0, * * reset, * * down-to 0, down -all, schema clean',
    releases: 'up, down, rollback, migrate, redo, deploy, revert, * * up|down|redo, schema apply, force',
  },
  'rails rake': {
    stack: 'database',
    everyday: true,
    takes: '-f -e --environment',
    destroys:
      '** db:drop|db:drop:*|db:reset|db:reset:*|db:migrate:reset|db:truncate_all|db:schema:load|db:purge|db:purge:*|db:seed:replant, * db:drop|db:reset',
    releases:
      '** db:rollback|db:migrate:down|db:migrate:redo, ** db:migrate RAILS_ENV=production, release, ** * release',
  },
  'django-admin': {
    stack: 'database',
    everyday: true,
    takes: '--settings --pythonpath --database',
    destroys: 'flush, reset_db, sqlflush, migrate * zero',
    releases: 'migrate, loaddata',
  },
  artisan: {
    stack: 'database',
    everyday: true,
    destroys: 'migrate:fresh, migrate:reset, migrate:refresh, db:wipe',
    releases: 'migrate --force, migrate:rollback, db:seed --force',
  },
  'doctrine console': {
    stack: 'database',
    everyday: true,
    destroys: 'doctrine:database:drop, doctrine:schema:drop',
    releases: 'doctrine:migrations:migrate, doctrine:schema:update --force',
  },
  supabase: {
    stack: 'database',
    takes: '--workdir --project-ref --profile',
    reads: 'status, projects list, functions list, migration list',
    destroys:
      'db reset --linked|--db-url, projects delete, branches delete|disable|reset, secrets unset, functions|storage|sso|domains|vanity-subdomains|ssl-enforcement delete|rm|remove, migration down --linked, storage rm, orgs delete',
    releases: 'db push, functions deploy, secrets set, migration up|repair, config push, link',
  },
  'pscale planetscale': {
    stack: 'database',
    takes: '--org --format --api-token',
    reads: '* list|show',
    destroys:
      'database|branch|password|backup|org|service-token|keyspace delete, deploy-request close|revert, branch demote',
    releases: 'deploy-request deploy, branch promote',
  },
  'neonctl neon': {
    stack: 'database',
    takes: '--project-id --api-key --org-id',
    reads: '* list|get',
    destroys: '* delete, branches reset|restore',
    releases: 'branches set-default',
  },
  turso: {
    stack: 'database',
    reads: 'db list|show',
    destroys: 'db destroy, group destroy, db|group|org tokens invalidate, ** destroy',
  },
  upstash: { stack: 'database', destroys: '** delete|reset-password|remove-*' },
  convex: {
    stack: 'database',
    everyday: true,
    destroys: 'import --replace|--replace-all, env remove',
    releases: 'deploy, import, env set',
  },
  edgedb: {
    stack: 'database',
    destroys: 'database drop|wipe, instance destroy, branch drop|wipe',
    releases: 'migrate',
  },
})
