import { describe, expect, it } from 'vitest'
import { readCommand } from '../read/read-command.ts'
import { emptyWorld } from '../state/testing.ts'
import { isVerb, matchAny, readingsOf } from './grammar.ts'
import { byName } from '../programs/families.ts'
import { VENDORS } from './vendors.ts'

/** `destroy cloud`, `release node`, with a question mark where the verb is unknown. */
function deedsOf(command: string): string {
  const { runs } = readCommand(command, '/p', emptyWorld).effects
  return runs
    .flatMap(({ deed }) =>
      deed === undefined ? [] : [`${deed.kind} ${deed.stack}${deed.isUnknown === true ? '?' : ''}`],
    )
    .join(', ')
}

describe('what a call of a vendor’s program does', () => {
  it.each([
    // Options with values in front of the verb, listed or not, abbreviated or attached.
    ['kubectl -nprod --request-timeout 5s delete deploy x', 'destroy kubernetes'],
    ['aws --prof p ec2 --cli-binary-format raw terminate-instances', 'destroy cloud'],
    ['terraform -chdir=a destroy', 'destroy terraform'],
    ['terraform -chdir a apply --auto-approve', 'destroy terraform'],
    // Kinds, singular and plural, with groups and names.
    ['kubectl delete po/x rs/y', 'release kubernetes'],
    ['kubectl delete po/x deploy/y', 'destroy kubernetes'],
    ['kubectl delete pods,jobs.batch -l a=b', 'release kubernetes'],
    ['kubectl delete pods --all', 'destroy kubernetes'],
    // Names that look like verbs.
    ['aws iam create-role --role-name delete-x', ''],
    ['gcloud compute instances create delete', ''],
    ['docker run --name volume rm x', ''],
    ['npm run unpublish', ''],
    // Rehearsals; the last one counts.
    ['kubectl delete ns x --dry-run=client', ''],
    ['kubectl delete ns x --dry-run=client --dry-run=none', 'destroy kubernetes'],
    ['aws ec2 terminate-instances --dry-run --no-dry-run', 'destroy cloud'],
    ['kubectl delete ns -- --help', 'destroy kubernetes'],
    ['helm uninstall x -h', ''],
    ['restic forget -n --keep-last 1', ''],
    // A verb that is not known, and words that only may be options.
    ['kubectl $V ns x', 'destroy kubernetes?'],
    ['kubectl $OPTS get pods', ''],
    ['npm $V', 'release node?'],
    ['aws s3 $V', 'destroy cloud?'],
    ['aws $SERVICE list-things', ''],
    // Other ways to start it.
    ['npx prisma migrate reset', 'destroy database'],
    ['python3 manage.py flush', 'destroy database'],
    ['php artisan migrate:fresh', 'destroy database'],
    ['java -jar jenkins-cli-2.4.jar -s https://ci.example delete-job x', 'destroy hosting'],
    ['RAILS_ENV=test rails db:drop', ''],
    ['RAILS_ENV=production rails db:drop', 'destroy database'],
    // Rights.
    ['aws iam attach-role-policy --role-name r --policy-arn a', 'grant cloud'],
    ['az role assignment create --role Owner --assignee x', 'grant cloud'],
    ['kubectl create clusterrolebinding x --clusterrole=cluster-admin', 'grant kubernetes'],
    ['gh ssh-key add k.pub', 'grant hosting'],
    ['ansible web -m user -a name=x', 'grant terraform'],
    ['ansible web -m ansible.builtin.file -a "path=/x state=absent"', 'destroy terraform'],
    ['ansible web -m ping', ''],
    // Letters in one word.
    ['docker rm -fv x', 'destroy containers'],
    ['docker ps -f name=volume', ''],
    // Calls by name.
    ['grpcurl api.example.com:443 a.Users/DeleteUser', 'destroy hosting'],
    ['grpcurl localhost:50051 a.Users/DeleteUser', ''],
    // Programs that nobody has described: the verb counts, behind nouns and in front of names.
    ['foocloud server delete web-1', 'destroy hosting'],
    ['foocloud --zone a servers:destroy web-1', 'destroy hosting'],
    ['foocloud vm DeleteInstance --id 1', 'destroy hosting'],
    ['foocloud server delete web-1 --dry-run', ''],
    ['foocloud create delete', ''],
    ['foocloud list delete', ''],
    ['foocloud delete ./cache', ''],
    ['./foocloud delete x', ''],
    ['foocloud $X delete', ''],
    ['foocloud app publish', 'release hosting'],
    // Behind a runner on another machine.
    ["heroku run 'rails db:drop'", 'destroy database'],
    ['docker compose exec -T web rails db:drop', 'destroy database'],
    // Services on this machine.
    ['aws --endpoint-url http://localhost:4566 s3 rb s3://b', ''],
    ['helm --kube-context minikube uninstall x', ''],
  ])('%s', (command, expected) => {
    expect(deedsOf(command)).toBe(expected)
  })
})

describe('the table', () => {
  const vendors = Object.values(VENDORS).flatMap((make) => [...byName(make())])
  const lists = vendors.flatMap(([name, { reads, destroys, releases }]) =>
    [typeof reads === 'string' ? reads : undefined, destroys, releases].flatMap((list) =>
      list === undefined ? [] : list.split(', ').map((call) => [name, call] as const),
    ),
  )

  it('has lists that are written as the grammar wants them', () => {
    expect(lists.filter(([, call]) => !/^(?:!?-{0,2}[\w.:*|=@/-]+)(?: !?-{0,2}[\w.:*|=@/-]+)*$/.test(call))).toEqual([])
  })

  it('destroys nothing with a call that only reads', () => {
    const both = vendors.filter(([, vendor]) =>
      (typeof vendor.reads === 'string' ? vendor.reads.split(', ') : []).some((call) =>
        readingsOf(vendor, call.replaceAll('**', 'x').replaceAll(/\|\S*/g, '').replaceAll('*', 'x').split(' ')).some(
          (reading) => matchAny(vendor.destroys, reading) === 'yes' || matchAny(vendor.releases, reading) === 'yes',
        ),
      ),
    )
    expect(both.map(([name]) => name)).toEqual([])
  })

  it('knows no verb that destroys as one that ends the nouns', () => {
    expect(
      ['delete', 'destroy', 'purge', 'terminate', 'remove', 'rm', 'drop', 'revoke', 'disable'].filter(isVerb),
    ).toEqual([])
  })
})
