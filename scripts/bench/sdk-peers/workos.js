import { WorkOS } from '@workos-inc/node';

export function connect(port) {
  const workos = new WorkOS('sk_1', { apiHostname: '127.0.0.1', port, https: false });
  return [
    () => workos.organizations.createOrganization({ name: 'order-1042' }),
    () => workos.organizations.getOrganization('org_1'),
    () => workos.organizations.listOrganizations({ limit: 1 }),
  ];
}
