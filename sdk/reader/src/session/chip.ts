export type FileName = 'com' | 'sod' | `dg${number}`;
export interface OpenChip {
  access: { protocol: 'PACE' | 'BAC'; mapping?: 'GM' | 'IM' | 'CAM'; oid?: string; cipher: string; key: 'MRZ' | 'CAN' };
  readFile(
    file: FileName,
    options?: { onProgress?: (read: number, total: number, so_far: Uint8Array) => void; resumeFrom?: Uint8Array },
  ): Promise<Uint8Array>;
  internalAuthenticate(challenge: Uint8Array): Promise<Uint8Array>;
  chipAuthentication(request: {
    protocol: string;
    key_id?: number;
    ephemeral_public_key: Uint8Array;
    probe_apdu: Uint8Array;
  }): Promise<Uint8Array>;
}
