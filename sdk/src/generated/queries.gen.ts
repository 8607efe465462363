// Generated from openapi/v1.yaml by `npm run generate`. Do not edit.

export const queries = [
    'session.get',
    'session.list',
    'session.state',
    'callback.list',
    'callback.get',
    'callback.secret',
    'reader.open',
    'reader.state',
    'demo.get',
    'demo.state',
    'user.self',
    'user.get',
    'user.list',
    'invite.list',
    'merchant.self',
    'dashboard.get_started',
    'dashboard.usage',
    'audit.list',
    'billing.self',
    'bill.get',
    'bill.list',
    'bill.pdf',
    'transaction.list',
    'payment_method.get',
    'payment_method.list'
];
