/** Where to report vulnerabilities, shown on the security page and in security.txt. The owner of an installation changes it. */
export const security_email = 'security@sigill.example';
