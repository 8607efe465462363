/** Where weaknesses are reported: the page on security and security.txt say it. An owner changes it. */
export const security_email = 'security@sigill.example';
