/** What the app collects, in Apple's words. STORES.md has the same for Google Play, and what each of them is. */
export const collected = ['Name', 'SensitiveInfo', 'OtherUserContactInfo', 'PhotosorVideos', 'OtherDataTypes'] as const;

/** Why React Native and Expo use these interfaces of iOS: preferences, their own files, measured times and free space for them. */
export const reasons: Record<string, string[]> = {
  UserDefaults: ['CA92.1'],
  FileTimestamp: ['C617.1'],
  SystemBootTime: ['35F9.1'],
  DiskSpace: ['E174.1'],
};
