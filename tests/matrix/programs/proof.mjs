// A proof that the service once issued, and the key that verifies it. Platforms must read the proof without the service.
export async function proofStory({ verifyProof, presentProof }) {
  const options = { issuer: 'https://sigill.example', keys: { keys: [KEY] }, now: new Date('2026-03-02T10:00:00Z') };
  const shown = presentProof(PROOF, ['age_over_18']);
  const { claims, specimen } = await verifyProof(shown, options);
  const forged = shown.replace('~', `~${shown.split('~')[1]}~`);
  const refused = await verifyProof(forged, options).catch((error) => error.code);
  return { claims: Object.keys(claims).join(), is_adult: claims.age_over_18.value, specimen, refused };
}

export const toldOfProof = { claims: 'age_over_18', is_adult: true, specimen: false, refused: 'wrong_disclosure' };

export const KEY = {
  kty: 'OKP',
  crv: 'Ed25519',
  alg: 'EdDSA',
  use: 'sig',
  kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
};
export const PROOF =
  'eyJhbGciOiJFZERTQSIsInR5cCI6ImRjK3NkLWp3dCIsImtpZCI6ImtQcktfcW14VldhWVZBOXd3QkY2SXVvM3ZWeno3VHhIQ1R3WEJ5Z3JTNGsifQ.eyJpc3MiOiJodHRwczovL3NpZ2lsbC5leGFtcGxlIiwiaWF0IjoxNzcyNDQzOTMwLCJ2Y3QiOiJ1cm46c2lnaWxsOmRvY3VtZW50OjEiLCJ2ZXJpZmllZF9hdCI6IjIwMjYtMDMtMDJUMDk6MzI6MDUuMTEzWiIsImNoZWNrcyI6eyJpc3N1ZXIiOiJQQVNTRUQiLCJzaWduYXR1cmUiOiJQQVNTRUQiLCJkYXRhIjoiUEFTU0VEIiwiZG9jdW1lbnQiOiJQQVNTRUQiLCJjbG9uZSI6IlBBU1NFRCIsInBvcnRyYWl0IjoiUEFTU0VEIiwiZmFjZSI6Ik5PVF9QUkVTRU5UIn0sImNsb25lX3Byb3RlY3Rpb24iOiJBQ1RJVkVfQVVUSEVOVElDQVRJT04iLCJ3ZWFrX2FsZ29yaXRobXMiOltdLCJfc2QiOlsiVk1FOVlOcEExUmRlR3NWVnFqc1lMV2NyOWlzRGRZcExEcEttVHRiREJ2dyIsIlZhb0t2UGFkS1RwNk5mTFFBTEY1d21aQlgxYzM4NXZDcWxfS0dDSXNhVUEiLCJXdlBCbkphZ1R6eVdxYkJRd0FGWUpjMTMzemZDcEFpMGowTGxJcHBmTVBnIiwibEg3dWV6R01oRUREVEdYTl9ZQkMxcEVnSERFRHR6czlXTExMb1d5dXp3ZyJdLCJfc2RfYWxnIjoic2hhLTI1NiJ9.Y_GFfigkzVHjAlZhWt0K18WSd1cx10WSUNEVVkMvOBihYUBB-WsfD3gdrATjw8Q79IbaivY2BonZ-Evw90kDDw~WyJmUjZzQk1lSkU0ZTFKSlE2WEJvQUFRIiwic3VybmFtZSIseyJ2YWx1ZSI6IkVSSUtTU09OIiwic291cmNlIjoiREcxIn1d~WyJZaGx6VmJZVXpkZEZRTTI1cDV3cGhnIiwiYWdlX292ZXJfMTgiLHsidmFsdWUiOnRydWUsIm9uIjoiMjAyNi0wMy0wMiIsInNvdXJjZSI6IkRHMSJ9XQ~WyJod25KREF2bENpNGttc0pxSmVaU3l3IiwidHJ1c3RfYW5jaG9yIix7InN1YmplY3QiOiJDPVNFLCBPPVBvbGlzbXluZGlnaGV0ZW4sIENOPVN3ZWRpc2ggQ291bnRyeSBTaWduaW5nIENBIiwiY291bnRyeSI6IlNFIiwic291cmNlIjoiR2VybWFuIG1hc3RlciBsaXN0Iiwic291cmNlX2RhdGUiOiIyMDI2LTA1LTExIiwiZmluZ2VycHJpbnQiOiIyODc2MWM4YzA0OGI4NDQyMWRhNTg3ZGMwYWQ4MmJkMTZlMDFmOTc2NDRmNjk4YTA5NjBhZjk0ZGVhNmJhNTAxIn1d~';
