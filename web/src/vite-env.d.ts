declare module 'virtual:catalogs/*' {
  import type { Messages } from '@lingui/core';
  export const messages: Messages;
}
