import { describe, expect, test } from 'vitest';
import { redirectTarget } from '../../../../openapi/facts/redirect-target';

describe('redirectTarget', () => {
  test.each([
    ['https://shop.example.com/done?order=1#end', 'shop.example.com'],
    ['http://localhost:8080/back', 'localhost:8080'],
    ['https://xn--mnchen-3ya.example/', 'xn--mnchen-3ya.example'],
    ['com.example.shop://verified', 'com.example.shop:'],
    ['shopapp:done', 'shopapp:'],
  ])('accepts %s, which leads to %s', (url, place) => expect(redirectTarget(url)).toEqual({ href: url, place }));

  test.each([
    undefined,
    '',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'blob:https://shop.example.com/1',
    'file:///etc/passwd',
    'intent://x#Intent;scheme=https;end',
    'view-source:https://shop.example.com',
    '//evil.example',
    '/\\evil.example',
    '/dashboard',
    'https:/\\evil.example',
    'https://shop.example.com@evil.example/',
    'https://',
    `https://shop.example.com/${'a'.repeat(2048)}`,
  ])('refuses %s', (url) => expect(redirectTarget(url)).toBeUndefined());
});
